import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Api, Duration, FunctionRuntime, ProxyFunction, type App } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { declareGateway, type Declare, type DeclaredGateway } from '../support/declared-gateway';
import { ways } from '../support/functions/handlers/dies.cjs';
import { sendRequest, type Answer } from '../support/http-client';
import { newDirectory } from '../support/temporary-directory';

const HANDLERS = path.join(__dirname, '../support/functions/handlers');
const DIES = path.join(__dirname, '../support/functions/dies');
/** Replacements are limited for each function: 20 at once, and then two a second. */
const FUNCTIONS = 8;
/** Every so many requests, one ends its process or says what is not so; the ways take turns. */
const EVERY = 80;
const LANES = 64;
/** `readsAhead` is left out: what it takes from the socket may have begun and fails, so a call that did not run may fail. */
const DEADLY = ways.filter((way) => way !== 'lives' && way !== 'readsAhead');
/** In a thread these end the thread; the others reach the gateway's own process, which threads do not keep functions from. */
const DEADLY_IN_THREADS = ['exits', 'throws', 'throwsLater', 'answersAndExits', 'answersLargeAndExitsSoftly'];

/** A language whose functions end their processes, and the ways of its handler. */
interface Language {
  readonly code: string;
  readonly handler: string;
  readonly runtime?: FunctionRuntime;
  readonly deadly: readonly string[];
}

const NODE: Language = { code: HANDLERS, handler: 'dies.handler', deadly: DEADLY };

/** The other languages: over the frames of this library, and over the Runtime API. */
const OTHERS: Readonly<Record<string, Language>> = {
  'Python': {
    code: path.join(DIES, 'python'), handler: 'dies.handler', runtime: FunctionRuntime.PYTHON_3_13,
    deadly: waysIn('python/dies.py', /^ {4}"(\w+)":/gm),
  },
  'Ruby': {
    code: path.join(DIES, 'ruby'), handler: 'dies.handler', runtime: FunctionRuntime.RUBY_3_4,
    deadly: waysIn('ruby/dies.rb', /^ {2}'(\w+)' =>/gm),
  },
  'Go, over the Runtime API': {
    code: path.join(DIES, 'go'), handler: 'bootstrap', runtime: FunctionRuntime.PROVIDED_AL2023,
    deadly: waysIn('go/main.go', /case "(\w+)":/g),
  },
};

/** The ways that a handler knows, without the harmless one. */
function waysIn(file: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(path.join(DIES, file), 'utf8').matchAll(pattern)].flatMap(([, way = '']) => (way === 'lives' ? [] : [way]));
}

function declare(notes: string, { code, handler: name, runtime }: Language, concurrency = 1): Declare {
  return (app: App) => {
    const api = new Api(app, 'Deadly');
    for (let index = 0; index < FUNCTIONS; index++) {
      const handler = new ProxyFunction(app, `F${index}`, {
        code, handler: name, runtime, environment: { NOTES: notes }, timeout: Duration.seconds(20), concurrency, maxInstances: 2,
      });
      api.root.addResource(`f${index}`).addMethod('GET', handler);
    }
  };
}

interface SentRequest {
  readonly id: string;
  readonly way: string;
  readonly answer: Answer;
}

/** Asks one after the other on so many connections. */
async function sendAll(url: string, count: number, deadly: readonly string[]): Promise<readonly SentRequest[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: LANES });
  const sent: SentRequest[] = [];
  let next = 0;
  const lane = async () => {
    for (let number = next++; number < count; number = next++) {
      const way = number % EVERY === EVERY - 1 ? deadly[Math.floor(number / EVERY) % deadly.length] : 'lives';
      const id = `r${number}`;
      sent.push({ id, way, answer: await sendRequest(`${url}/prod/f${number % FUNCTIONS}?id=${id}&way=${way}`, { agent }) });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
  return sent;
}

function runsById(notes: string): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
    const [id = ''] = line.split(' ');
    runs.set(id, (runs.get(id) ?? 0) + 1);
  }
  return runs;
}

/** Requests that did not run once, or whose answer is neither theirs nor a failure; and how many failed. */
async function outcomeOf(
  gateway: DeclaredGateway, notes: string, { count, deadly }: { readonly count: number; readonly deadly: readonly string[] },
) {
  const sent = await sendAll(gateway.url, count, deadly);
  await gateway.close();
  const runs = runsById(notes);
  const wrong = sent.flatMap(({ id, way, answer: { status, text } }) => {
    const count = runs.get(id) ?? 0;
    // an answer that is a failure says that the call had begun: what had not is answered by another process
    if (count === 1 && (status === 502 || (status === 200 && (text === id || text.length > 1_000_000)))) return [];
    return [`${id} (${way}): ran ${count} times, status ${status} ${text.slice(0, 50)}`];
  });
  return { wrong, failed: sent.filter(({ answer }) => answer.status === 502).length };
}

function newNotes(): string {
  const notes = path.join(newDirectory(), 'notes');
  writeFileSync(notes, '');
  return notes;
}

test.each<readonly [string, number, number, Partial<ServeOptions>]>([
  ['one process', 5_000, 1, {}],
  ['one process, functions with a concurrency of 4', 2_000, 4, {}],
  ['two processes', 2_000, 1, { processes: 2 }],
  ['functions in threads', 1_000, 1, { isolation: 'thread' }],
])('%s: of %d requests among which processes die in every way, each runs once, and is answered or had begun', async (_, count, concurrency, options) => {
  const notes = newNotes();
  const gateway = await declareGateway(declare(notes, NODE, concurrency), { functionPermissions: { '*': ['files'] }, ...options });
  const deadly = options.isolation === 'thread' ? DEADLY_IN_THREADS : DEADLY;
  const { wrong, failed } = await outcomeOf(gateway, notes, { count, deadly });
  expect(wrong).toEqual([]);
  expect(failed).toBeLessThan(2 * concurrency * count / EVERY);
});

test.each(Object.entries(OTHERS))('functions in %s: of 2,000 requests among which processes die in every way, each runs once', async (_, language) => {
  const notes = newNotes();
  const gateway = await declareGateway(declare(notes, language), { functionPermissions: { '*': ['files'] } });
  const { wrong, failed } = await outcomeOf(gateway, notes, { count: 2_000, deadly: language.deadly });
  expect(wrong).toEqual([]);
  expect(failed).toBeLessThan(2 * 2_000 / EVERY);
});
