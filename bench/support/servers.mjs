import path from 'node:path';
import { command, makeAssembly } from './assembly.mjs';
import { outputMatch, start } from './processes.mjs';

const peers = path.join(import.meta.dirname, '..', 'peers');

/** The request of the load, for every server. */
const TARGET = '/prod/pets/7?color=red';

/** A peer of our own: one file of peers/ that prints its URL. `around` changes the command that is started. */
export async function startPeer(file, core, { around = (line) => line, env } = {}) {
  const child = start(around([process.execPath, path.join(peers, file)]), { core, env });
  const [origin] = await outputMatch(child, /http:\/\/\S+/);
  return { child, origin, url: `${origin}${TARGET}`, remove: () => undefined };
}

/**
 * The gateway as users start it, without the account's limit of 10,000 a second; its log is discarded. `options` are those
 * of the command line, `routes` and `isHttpApi` are those of `makeAssembly`; `around` changes the command that is started, `program` is
 * `serve` or `dev`.
 */
export async function startGateway(functionProps = {}, core = undefined, options = [], started = {}) {
  const { routes, isHttpApi, around = (line) => line, program = 'serve' } = started;
  const { assembly, remove } = makeAssembly({ functionProps, routes, isHttpApi });
  const line = [process.execPath, command, program, assembly, '--port', '0', '--account-limit', 'off', ...options];
  const child = start(around(line), { core });
  const [origin] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
  return { child, origin, url: `${origin}${TARGET}`, remove };
}
