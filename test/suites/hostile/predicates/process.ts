// Predicates about what happened inside: the process, its prototypes, its log, its state, its slots, its own connections.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunFacts } from '../case-run';
import { NO_PROBE, type NamedPredicate } from './predicate';

/** The Unix sockets between the gateway and its functions. */
const OWN_SOCKET = /[/\\]synthgate-functions-[^/\\]+[/\\]/;
const SLOTS = 32;
let meetings = 0;

export const PROCESS_PREDICATES: readonly NamedPredicate[] = [
  {
    pattern: /^(?:process-exit|crash)$/,
    check: ({ fixture }) => {
      const exit = fixture.gateway.exit();
      return exit === undefined ? undefined : `the gateway ended with ${exit}`;
    },
  },
  { pattern: /^prototype-polluted$/, check: pollution },
  { pattern: /^function-slot-leak$/, check: slots },
  {
    pattern: /^(?:outbound-fetch|ssrf)$/,
    check: async ({ fixture }) => {
      const dialled = await fixture.gateway.probe('dialled');
      if (dialled === undefined) return NO_PROBE;
      const foreign = dialled.find(({ address = '', port }) => (port === undefined ? !OWN_SOCKET.test(address) : !fixture.ownPorts.has(port)));
      return foreign === undefined ? undefined : `the gateway dialled ${foreign.address}:${foreign.port}`;
    },
  },
  {
    pattern: /^raw-escape-in-log$/,
    check: ({ fixture, printedFrom }) => {
      const lines = fixture.gateway.printed().slice(printedFrom).split('\n');
      const line = lines.find((text) => [...text].some((letter) => letter !== '\t' && letter < ' '));
      return line === undefined ? undefined : `a line has a control character: ${JSON.stringify(line)}`;
    },
  },
  { pattern: /^(?:forged-log-line|log-forging)$/, check: forgedLine },
  {
    pattern: /^state-changed$/,
    prepare: ({ fixture, before }) => {
      before.state = stateOf(fixture.folder);
    },
    check: ({ fixture, before: { state = new Map<string, string>() } }) => {
      const now = stateOf(fixture.folder);
      const changed = [...new Set([...now.keys(), ...state.keys()])].find((file) => now.get(file) !== state.get(file));
      return changed === undefined ? undefined : `${changed} changed`;
    },
  },
  {
    pattern: /^(?:rss|memory)[a-z-]*>\+?(\d+) ?M(?:i?B)?$/i,
    isAlone: true,
    prepare: async ({ fixture, before }) => {
      before.rssBytes = await fixture.gateway.probe('rssBytes');
    },
    check: async ({ fixture, before }, mebibytes) => {
      const grown = (Number(await fixture.gateway.probe('rssBytes')) - Number(before.rssBytes)) / 1_048_576;
      if (!Number.isFinite(grown)) return NO_PROBE;
      return grown > Number(mebibytes) ? `the gateway grew by ${Math.round(grown)} MiB` : undefined;
    },
  },
];

/** Looks into the gateway itself, and into each function that may have been reached, with a call of its own. */
async function pollution({ fixture }: RunFacts): Promise<string | undefined> {
  const isPolluted = await fixture.gateway.probe('polluted');
  if (isPolluted !== false) return isPolluted === undefined ? NO_PROBE : 'in the gateway';
  const from = fixture.observer.all.length;
  const url = `http://127.0.0.1:${fixture.ports.data}/dev`;
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };
  const calls = [fetch(`${url}/echo`), fetch(`${url}/ping`), fetch(`${url}/open/x`), fetch(`${url}/json`, json)];
  await Promise.all(calls.map(async (call) => (await call).arrayBuffer()));
  const polluted = fixture.observer.all.slice(from).find(({ isPolluted }) => isPolluted);
  return polluted === undefined ? undefined : `in function ${polluted.functionName}`;
}

/** As many calls as the function has slots wait for each other: they only meet when every slot is free. */
async function slots({ fixture, patience }: RunFacts): Promise<string | undefined> {
  meetings += 1;
  const url = `http://127.0.0.1:${fixture.ports.data}/dev/echo?meet=slots-${meetings}&places=${SLOTS}`;
  const calls = Array.from({ length: SLOTS }, () => fetch(url, { signal: AbortSignal.timeout(10_000 * patience) }));
  const statuses = (await Promise.allSettled(calls)).map((result) => (result.status === 'fulfilled' ? result.value.status : String(result.reason)));
  const differing = statuses.find((status) => status !== 200);
  return differing === undefined ? undefined : `${SLOTS} calls do not fit into ${SLOTS} slots: ${differing}`;
}

/** Returns a reason if a line of the log begins with text that follows a line break in the decoded request. */
function forgedLine({ fixture, exchange, printedFrom }: RunFacts): string | undefined {
  const sent = exchange.sent.toString('latin1');
  const decoded = sent.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const forged = decoded.split(/[\r\n]+/).slice(1).map((line) => line.trim().split(/ HTTP\//)[0] ?? '').filter((line) => line.length > 3);
  const lines = fixture.gateway.printed().slice(printedFrom).split('\n');
  const line = lines.find((text) => forged.some((start) => text.startsWith(start)));
  return line === undefined ? undefined : `the log has the line ${JSON.stringify(line)}`;
}

/** Digests of all files of assembly and state, but for the counters that any request moves. */
function stateOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name)).filter((file) => !/[/\\]usage/.test(file));
  return new Map(files.map((file) => [path.relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]));
}
