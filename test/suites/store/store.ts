// `npm run store`: three gateways share limits in a real store. As a seed says, it is killed, paused and cut off, and gateways are killed,
// over and over. Whatever happens, no more requests pass than the documentation says, a closed quota is never exceeded, and no request
// waits for the store.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { UsageError, type CaseResult, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { until } from '../until';
import { disturb } from './disturb';
import { KEYS, startGateway, synthesize, type SharingGateway } from './gateways';
import { startLoad, type Answers, type Load } from './load';
import { openProxy } from './proxy';
import { randomOf } from './random';
import { createServer, serverProgram } from './server';

const GATEWAYS = 3;
const DEFAULTS = { seeds: '10', seed: '1', seconds: '10' };
/** Until each gateway has counted the others. */
const KNOWN_MS = 2_600;
/** Until each gateway has found the store again, and until the rest of a quota is used. */
const WELL_MS = 30_000;
const USED_UP_MS = 30_000;
/** Two waits for the store, of 50 ms each. */
const LONGEST_MS = 100;
const NANOSECONDS = 1e6;
/** Bound that a gateway says at its start. */
const LEAST_LEASED = 100;
const LEASED_PART = 0.1;

export const store: Suite = { usage: '[--seed <first>] [--seeds <number>] [--seconds <of each>]', options: ['seed', 'seeds', 'seconds'], run };

async function run({ option, isSelected }: SuiteArguments): Promise<SuiteRun> {
  const [first, count, seconds] = (['seed', 'seeds', 'seconds'] as const).map((name) => wholeNumber(name, option(name) ?? DEFAULTS[name]));
  const program = serverProgram();
  const results: CaseResult[] = [];
  for (let seed = first ?? 1; seed < (first ?? 1) + (count ?? 1); seed++) {
    const name = `seed ${seed}`;
    if (!isSelected(name)) continue;
    if (program === undefined) results.push({ name, problems: ['neither valkey-server nor redis-server is installed'] });
    else results.push(await play(program, { seed, forMs: (seconds ?? 1) * 1_000 }));
  }
  return { results };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} is ${text}; give a whole number from 1`);
  return Number(text);
}

async function play(program: string, { seed, forMs }: { readonly seed: number; readonly forMs: number }): Promise<CaseResult> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-store-'));
  const server = createServer(program, directory);
  await server.start();
  const proxies = await Promise.all(Array.from({ length: GATEWAYS }, async () => openProxy(server.socket)));
  const source = synthesize(directory);
  const gateways: SharingGateway[] = [];
  try {
    gateways.push(...await Promise.all(proxies.map(async ({ port }, index) => {
      const stateDirectory = path.join(directory, `state-${index}`);
      mkdirSync(stateDirectory);
      return startGateway({ source, stateDirectory, store: `redis://127.0.0.1:${port}` }, 1 / GATEWAYS);
    })));
    await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
    const random = randomOf(seed);
    return { name: `seed ${seed}`, ...await disturbed(gateways, async () => disturb({ server, proxies, gateways, random }, forMs)) };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await server.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

type Observed = Pick<CaseResult, 'problems' | 'observed'>;

/** Loads the gateways while the store is disturbed, and until they are well again. */
async function disturbed(gateways: readonly SharingGateway[], play: () => Promise<string>): Promise<Observed> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const beganAt = performance.now();
  const load = startLoad(gateways);
  const happened = await play();
  const isWell = await until(() => gateways.every((gateway) => gateway.isConnected()), WELL_MS);
  await until(() => load.answers.Counted.refused > 0, USED_UP_MS); // then the store knows the end of the quota
  await load.stop();
  delay.disable();
  const seconds = (performance.now() - beganAt) / 1_000;
  const lateMs = Math.max(delay.max / NANOSECONDS, ...gateways.map((gateway) => gateway.lateMs()));
  const problems = [
    ...(isWell === true ? [] : [`a gateway did not find the store again within ${WELL_MS} ms`]),
    ...throttleProblems(load, gateways, seconds), ...quotaProblems(load.answers.Counted), ...waitingProblems(load, lateMs),
  ];
  const away = gateways.flatMap((gateway) => gateway.lives()).map(({ awayMs }) => Math.round(awayMs)).join(', ');
  return { problems, observed: `${happened}; ${JSON.stringify(load.answers)}; away ${away} ms; late ${Math.round(lateMs)} ms` };
}

/** The store passes a limit, and a tenth of a fast one ahead; each life of a gateway its part, and that only while the store is away. */
function throttleProblems({ answers }: Load, gateways: readonly SharingGateway[], seconds: number): string[] {
  return (['Slow', 'Fast'] as const).flatMap((name) => {
    const { rateLimit, burstLimit } = KEYS[name].throttle;
    const lives = gateways.flatMap((gateway) => gateway.lives());
    const alone = lives.reduce((sum, { part, awayMs }) => sum + part * (burstLimit + (rateLimit * awayMs) / 1_000), 0);
    const ahead = rateLimit < LEAST_LEASED ? 0 : rateLimit * LEASED_PART;
    const most = burstLimit + rateLimit * seconds + ahead + alone;
    const { passed, refused } = answers[name];
    return [
      ...(passed > most ? [`${name}: ${passed} requests passed; at most ${Math.floor(most)} may`] : []),
      ...(refused === 0 || passed < burstLimit ? [`${name}: ${passed} requests passed and ${refused} were refused: not tried`] : []),
    ];
  });
}

function quotaProblems({ passed, refused }: Answers): string[] {
  const { quota } = KEYS.Counted;
  return [
    ...(passed > quota ? [`Counted: ${passed} requests passed a closed quota of ${quota}`] : []),
    ...(passed < quota / 2 || refused === 0 ? [`Counted: ${passed} requests passed and ${refused} were refused: not tried`] : []),
  ];
}

/** Requests that waited too long. Clients and gateways are as late as this process, twice at most. */
function waitingProblems({ answers }: Load, lateMs: number): string[] {
  const most = LONGEST_MS + 25 + 2 * lateMs;
  return Object.entries(answers).flatMap(([name, { slowestMs, odd }]) => [
    ...(slowestMs > most ? [`${name}: a request took ${Math.round(slowestMs)} ms; at most ${Math.round(most)} are expected`] : []),
    ...(odd.length > 0 ? [`${name}: answers ${[...new Set(odd)].join(', ')}`] : []),
  ]);
}
