import path from 'node:path';
import { command, makeAssembly } from './assembly.mjs';
import { outputMatch, startNode } from './processes.mjs';

const peers = path.join(import.meta.dirname, '..', 'peers');

/** A peer: one file of peers/ that prints its URL. */
export async function startPeer(file, core) {
  const child = startNode([path.join(peers, file)], { core });
  const [url] = await outputMatch(child, /http:\/\/\S+/);
  return { child, url: `${url}/prod/pets/7?color=red`, eventUrl: `${url}/prod/event?color=red`, remove: () => undefined };
}

/** The gateway as users start it, without the account's limit of 10,000 a second; its log is read and thrown away. */
export async function startGateway(functionProps, core, options = []) {
  const { assembly, remove } = makeAssembly(functionProps);
  const child = startNode([command, 'serve', assembly, '--port', '0', '--account-throttle', 'off', ...options], { core });
  const [url] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
  return { child, url: `${url}/prod/pets/7?color=red`, eventUrl: `${url}/prod/event?color=red`, remove };
}
