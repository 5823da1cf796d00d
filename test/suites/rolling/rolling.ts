// Rolling restarts of two gateways behind HAProxy under load: `npm run rolling`. No request may be lost: not one over a kept connection,
// not a stream, not one of a function that is running when its gateway is told to stop.
//   --requests N   restarts them again and again until so many requests were answered (100000: the law; default: one restart of each)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { synthesize } from '../faults/serve-gateway';
import { repository } from '../repository';
import { UsageError, type CaseResult, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { balancerProgram, startBalancer } from './balancer';
import { GatewayProcess } from './gateway-process';
import { startLoad, type LoadOptions, type LoadResult } from './load';

export const rolling: Suite = { usage: '[--requests N]', options: ['requests'], run };

/** One play: two gateways, a balancer and a load. */
interface RollingCase {
  readonly id: string;
  readonly title: string;
  readonly protocol: LoadOptions['protocol'];
  readonly drainSeconds: number;
  /** Options of each gateway. */
  readonly options: readonly (readonly string[])[];
  /** Whether requests are lost, as the control shows: the load sees what a gateway does not answer. */
  readonly loses: boolean;
}

/** Longer than the balancer takes to see that a gateway is not ready. */
const DRAIN_SECONDS = 2;

const CASES: readonly RollingCase[] = [
  {
    id: 'http1', title: 'HTTP/1.1, kept connections, one gateway of two processes', protocol: 'HTTP/1.1', drainSeconds: DRAIN_SECONDS,
    options: [[], ['--processes', '2']], loses: false,
  },
  {
    id: 'http2', title: 'HTTP/2 to the gateways, through a balancer of connections', protocol: 'HTTP/2', drainSeconds: DRAIN_SECONDS,
    options: [['--https'], ['--https', '--processes', '2']], loses: false,
  },
  {
    id: 'control', title: 'without a drain delay requests are lost, and the load sees it', protocol: 'HTTP/1.1', drainSeconds: 0,
    options: [[], []], loses: true,
  },
];

/** How long the slow function takes: in every test, and as the law has it. */
const SLOW_MS = { short: 2_000, long: 5_000 };

async function run({ isSelected, option }: SuiteArguments): Promise<SuiteRun> {
  const requests = readRequests(option('requests'));
  const cases = CASES.filter(({ id }) => isSelected(id));
  const program = balancerProgram();
  if (program === undefined) {
    return { results: cases.map(({ id, title }) => ({ name: `${id} ${title}`, problems: ['HAProxy is not installed: node scripts/system-packages.mjs'] })) };
  }
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-rolling-'));
  try {
    const assembly = path.join(directory, 'gateway.out');
    synthesize(path.join(repository, 'test', 'suites', 'rolling', 'gateway', 'app.ts'), assembly);
    const played = await Promise.all(cases.map((rollingCase) => play(rollingCase, { program, assembly, requests, directory: mkdtempSync(`${directory}/`) })));
    return { results: played.map(({ result }) => result), figures: Object.fromEntries(played.map(({ id, figures }) => [id, figures])) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readRequests(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const requests = Number(given);
  if (!Number.isSafeInteger(requests) || requests < 1) throw new UsageError(`--requests is "${given}"; expected a whole number from 1`);
  return requests;
}

interface Place {
  readonly program: string;
  readonly assembly: string;
  readonly directory: string;
  readonly requests: number | undefined;
}

interface Played {
  readonly id: string;
  readonly result: CaseResult;
  readonly figures: Readonly<Record<string, unknown>>;
}

async function play(rollingCase: RollingCase, place: Place): Promise<Played> {
  const { id, title, loses } = rollingCase;
  const problems: string[] = [];
  try {
    const { restarts, exits, ...result } = await playRestarts(rollingCase, place);
    const { requests, lost, counts, sentAgain } = result;
    problems.push(...exits.filter((exit) => exit !== 0).map((exit) => `a gateway ended with ${exit}, not with 0`));
    if (loses && lost.length === 0) problems.push(`none of ${requests} requests was lost`);
    if (!loses && lost.length > 0) problems.push(`${lost.length} of ${requests} requests were lost: ${[...new Set(lost)].slice(0, 5).join('; ')}`);
    for (const [kind, count] of Object.entries(counts)) if (count === 0) problems.push(`no request of the kind ${kind} was answered`);
    console.log(`${id}: ${requests} requests, ${lost.length} lost, ${sentAgain} refused streams sent again, ${restarts} restarts`);
    return { id, result: { name: `${id} ${title}`, problems }, figures: { requests, counts, sentAgain, restarts, lost: lost.length } };
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return { id, result: { name: `${id} ${title}`, problems }, figures: {} };
  }
}

interface Restarted extends LoadResult {
  readonly restarts: number;
  readonly exits: readonly (number | string)[];
}

async function playRestarts(
  { protocol, drainSeconds, options, loses }: RollingCase, { program, assembly, directory, requests }: Place,
): Promise<Restarted> {
  const gateways = options.map((more) => new GatewayProcess({ assembly, directory: mkdtempSync(`${directory}/`), drainSeconds, more }));
  const exits: (number | string)[] = [];
  try {
    await Promise.all(gateways.map((gateway) => gateway.start()));
    const balancer = await startBalancer(program, directory, gateways);
    try {
      await balancer.seesAll();
      const { sockets } = balancer;
      const slowMs = requests === undefined ? SLOW_MS.short : SLOW_MS.long;
      const load = startLoad({ protocol, slowMs, socketPath: protocol === 'HTTP/2' ? sockets.tcp : sockets.http });
      let restarts = 0;
      do {
        for (const gateway of gateways) {
          exits.push(await gateway.stop());
          await gateway.start();
          await balancer.seesAll();
          restarts += 1;
        }
      } while (!loses && requests !== undefined && load.requests() < requests);
      const result = await load.stop();
      exits.push(...await Promise.all(gateways.map((gateway) => gateway.stop())));
      return { ...result, restarts, exits };
    } finally {
      await balancer.close();
    }
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
}
