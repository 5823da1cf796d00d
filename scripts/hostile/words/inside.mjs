// Words about what happened inside: the process, its prototypes, its log, its state, its slots, its own connections.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SLOTS = 32;
let meetings = 0;

export const INSIDE_WORDS = [
  {
    pattern: /^(?:process-exit|crash)$/,
    check: ({ fixture }) => (fixture.gateway.exit() === undefined ? undefined : `the gateway ended with ${fixture.gateway.exit()}`),
  },
  { pattern: /^prototype-polluted$/, check: pollution },
  { pattern: /^function-slot-leak$/, check: slots },
  {
    pattern: /^(?:outbound-fetch|ssrf)$/,
    check: async ({ fixture }) => {
      const foreign = (await fixture.gateway.ask('dialled')).find(({ port }) => !fixture.ownPorts.has(port));
      return foreign === undefined ? undefined : `the gateway dialled ${foreign.address}:${foreign.port}`;
    },
  },
  {
    pattern: /^raw-escape-in-log$/,
    check: ({ fixture, printedFrom }) => {
      const line = fixture.gateway.printed().slice(printedFrom).split('\n').find((text) => [...text].some((letter) => letter !== '\t' && letter < ' '));
      return line === undefined ? undefined : `a line has a control character: ${JSON.stringify(line)}`;
    },
  },
  { pattern: /^(?:forged-log-line|log-forging)$/, check: forgedLine },
  {
    pattern: /^state-changed$/,
    prepare: (scene) => { scene.before.state = stateOf(scene.fixture.folder); },
    check: ({ fixture, before }) => {
      const now = stateOf(fixture.folder);
      const changed = [...new Set([...now.keys(), ...before.state.keys()])].find((file) => now.get(file) !== before.state.get(file));
      return changed === undefined ? undefined : `${changed} changed`;
    },
  },
  {
    pattern: /^(?:rss|memory)[a-z-]*>\+?(\d+) ?M(?:i?B)?$/i,
    isAlone: true,
    prepare: async (scene) => { scene.before.rssBytes = await scene.fixture.gateway.ask('rssBytes'); },
    check: async ({ fixture, before }, mebibytes) => {
      const grown = (await fixture.gateway.ask('rssBytes') - before.rssBytes) / 1_048_576;
      return grown > Number(mebibytes) ? `the gateway grew by ${Math.round(grown)} MiB` : undefined;
    },
  },
];

/** Asks the gateway itself, and each function that may have been reached with a call of its own. */
async function pollution({ fixture }) {
  if (await fixture.gateway.ask('polluted')) return 'in the gateway';
  const from = fixture.observer.all.length;
  const url = `http://127.0.0.1:${fixture.ports.data}/dev`;
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };
  await Promise.all([
    fetch(`${url}/echo`), fetch(`${url}/ping`), fetch(`${url}/open/x`), fetch(`${url}/json`, json),
  ].map(async (asked) => (await asked).arrayBuffer()));
  const polluted = fixture.observer.all.slice(from).find(({ isPolluted }) => isPolluted);
  return polluted === undefined ? undefined : `in function ${polluted.functionName}`;
}

/** As many calls as the function has slots wait for each other: they only meet when every slot is free. */
async function slots({ fixture, patience }) {
  meetings += 1;
  const url = `http://127.0.0.1:${fixture.ports.data}/dev/echo?meet=slots-${meetings}&places=${SLOTS}`;
  const asked = Array.from({ length: SLOTS }, () => fetch(url, { signal: AbortSignal.timeout(10_000 * patience) }));
  const statuses = (await Promise.allSettled(asked)).map(({ value, reason }) => value?.status ?? reason.message);
  const other = statuses.find((status) => status !== 200);
  return other === undefined ? undefined : `${SLOTS} calls do not fit into ${SLOTS} slots: ${other}`;
}

/** What follows a line break in the request, decoded, must not stand at the start of a line of the log. */
function forgedLine({ fixture, exchange, printedFrom }) {
  const decoded = exchange.sent.toString('latin1').replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const forged = decoded.split(/[\r\n]+/).slice(1).map((line) => line.trim().split(/ HTTP\//)[0]).filter((line) => line.length > 3);
  const lines = fixture.gateway.printed().slice(printedFrom).split('\n');
  const line = lines.find((text) => forged.some((start) => text.startsWith(start)));
  return line === undefined ? undefined : `the log has the line ${JSON.stringify(line)}`;
}

/** Digests of all files of assembly and state, but for the counters that any request moves. */
function stateOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((entry) => path.join(entry.parentPath, entry.name)).filter((file) => !/[/\\]usage/.test(file))
    .map((file) => [path.relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]));
}
