// Judges scenes that a test has written down with the player's own words: `node words-driver.mjs < scenes.json`.
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const player = path.resolve(import.meta.dirname, '..', '..', '..', 'scripts', 'hostile');
const load = (name) => import(pathToFileURL(path.join(player, name)));
const { findWord } = await load('words.mjs');
const { requestsIn } = await load('bytes.mjs');
const { readResponses } = await load('responses.mjs');

const results = [];
for (const { word, given } of JSON.parse(readFileSync(0, 'utf8'))) results.push(await judged(word, given));
console.log(JSON.stringify(results));

async function judged(text, given) {
  const word = findWord(text);
  if (word === undefined) return 'unknown word';
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-words-'));
  writeFileSync(path.join(folder, 'state.json'), 'before');
  const server = createServer((_, response) => response.writeHead(given.slotStatus ?? 200).end());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scene = sceneOf(given, { folder, port: server.address().port });
  try {
    await word.prepare?.(scene);
    if (given.writes) writeFileSync(path.join(folder, 'state.json'), 'after');
    scene.answers = { ...scene.answers, ...given.answersLater };
    return await word.check(scene) ?? null;
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  }
}

function sceneOf(given, { folder, port }) {
  const sent = Buffer.from(given.sent ?? 'GET /dev/echo HTTP/1.1\r\nHost: api.test\r\n\r\n', 'latin1');
  const requests = requestsIn(sent);
  const exchange = { sent, requests, isClosed: given.isClosed ?? false, startedMs: performance.now() - 60_000, peer: {} };
  const received = Buffer.from(given.received ?? '', 'latin1');
  const scene = {
    exchange, before: {}, patience: 1, printedFrom: 0, localAddress: '127.1.0.1', isLate: given.isLate ?? false,
    calls: given.calls ?? [], answers: { polluted: false, dialled: [], isOpen: false, rssBytes: 0, turn: true, ...given.answers },
    read: readResponses(received, requests.map(({ method }) => method), exchange.isClosed),
  };
  const gateway = { exit: () => given.exit, printed: () => given.printed ?? '', ask: async (question) => scene.answers[question] };
  return Object.assign(scene, { fixture: { gateway, folder, ports: { data: port }, ownPorts: new Set([1]), observer: { all: [] } } });
}
