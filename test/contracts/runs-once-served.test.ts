import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Api, Duration, ProxyFunction, type App } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { declareGateway, type Declare } from '../support/declared-gateway';
import { ways } from '../support/functions/handlers/dies.cjs';
import { sendRequest, type Answer } from '../support/http-client';
import { newDirectory } from '../support/temporary-directory';

jest.setTimeout(120_000);

const HANDLERS = path.join(__dirname, '../support/functions/handlers');
/** Replacements are limited for each function: 20 at once, and then two a second. */
const FUNCTIONS = 8;
/** Every so many requests, one ends its process or says what is not so; the ways take turns. */
const EVERY = 80;
const LANES = 64;
/** `readsAhead` is left out: what it takes from the socket may have begun and fails, so a call that did not run may fail. */
const DEADLY = ways.filter((way) => way !== 'lives' && way !== 'readsAhead');
/** In a thread these end the thread; the others reach the gateway's own process, which threads do not keep functions from. */
const DEADLY_IN_THREADS = ['exits', 'throws', 'throwsLater', 'answersAndExits', 'answersLargeAndExitsSoftly'];

function declare(notes: string, concurrency: number): Declare {
  return (app: App) => {
    const api = new Api(app, 'Deadly');
    for (let index = 0; index < FUNCTIONS; index++) {
      const handler = new ProxyFunction(app, `F${index}`, {
        code: HANDLERS, handler: 'dies.handler', environment: { NOTES: notes }, timeout: Duration.seconds(20), concurrency, maxInstances: 2,
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

test.each<readonly [string, number, number, Partial<ServeOptions>]>([
  ['one process', 5_000, 1, {}],
  ['one process, functions with a concurrency of 4', 2_000, 4, {}],
  ['two processes', 2_000, 1, { processes: 2 }],
  ['functions in threads', 1_000, 1, { isolation: 'thread' }],
])('%s: of %d requests among which processes die in every way, each runs once, and is answered or had begun', async (_, count, concurrency, options) => {
  const notes = path.join(newDirectory(), 'notes');
  const gateway = await declareGateway(declare(notes, concurrency), { functionPermissions: { '*': ['files'] }, ...options });
  const sent = await sendAll(gateway.url, count, options.isolation === 'thread' ? DEADLY_IN_THREADS : DEADLY);
  await gateway.close();
  const runs = runsById(notes);
  const wrong = sent.flatMap(({ id, way, answer: { status, text } }) => {
    const found = runs.get(id) ?? 0;
    // an answer that is a failure says that the call had begun: what had not is answered by another process
    if (found === 1 && (status === 502 || (status === 200 && (text === id || text.length > 1_000_000)))) return [];
    return [`${id} (${way}): ran ${found} times, status ${status} ${text.slice(0, 50)}`];
  });
  expect(wrong).toEqual([]);
  const failed = sent.filter(({ answer }) => answer.status === 502);
  expect(failed.length).toBeLessThan(2 * concurrency * count / EVERY);
});
