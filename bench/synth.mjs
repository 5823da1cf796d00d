// How long does it take to synthesize a spec, and a template? The same methods declared with RestApi of aws-cdk-lib are the
// peer. Every figure is a process of its own, in turn with its peers; CPU time, because that is what synthesis needs and
// what other programs on the machine disturb least.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { median, short, table } from './support/statistics.mjs';

export const title = 'From definition to spec and template';

const peer = path.join(import.meta.dirname, 'peers', 'synthesize.mjs');
const WAYS = {
  'rest-api': 'RestApi of aws-cdk-lib',
  'spec': 'spec alone',
  'resources': 'template, a resource for each method',
  'openapi-body': 'template, one document',
};
/** @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const LIMITS = { bytes: 1_000_000, resources: 500 };
const LARGE = 1_000;

/** `--quick` omits the largest definition. */
export async function run({ isQuick }) {
  const sizes = isQuick ? [10, 100] : [10, 100, LARGE];
  const measured = sizes.map((methods) => ({ methods, figures: measure(methods, isQuick ? 1 : methods >= LARGE ? 3 : 5) }));
  const rows = measured.flatMap(({ methods, figures }) => Object.entries(WAYS).map(([way, name]) => row(methods, name, figures, way)));
  const text = `Medians of processes in turn. *Synthesis* is CPU time in a process that has synthesized ten methods before, so that the
libraries are loaded; *process* is the CPU time of a whole process, start and loading included, and its peak of resident memory.

${table(['methods', 'what', 'synthesis ms', '× faster', 'process ms', '× faster', 'peak MiB', 'template or spec kB', 'resources'], rows)}`;
  return { text, entries: measured.flatMap(({ methods, figures }) => entriesOf(methods, figures)) };
}

/** By way of synthesis: a list of what each round took. */
function measure(methods, rounds) {
  const figures = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
  for (let round = 0; round < rounds; round++) {
    for (const way of Object.keys(WAYS)) {
      const [warm, cold] = ['warm', 'cold'].map((start) => synthesize(way, methods, start));
      figures[way].push({ ...cold, synthesisMs: warm.cpuMs });
    }
  }
  return figures;
}

function synthesize(way, methods, start) {
  const output = execFileSync(process.execPath, [peer, way, String(methods), start], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(output);
}

function row(methods, name, figures, way) {
  const of = (key) => short(middle(figures[way], key));
  const times = (key) => (way === 'rest-api' ? '' : faster(figures, way, key).toFixed(1));
  const [{ bytes, resources = '' }] = figures[way];
  return [methods, name, of('synthesisMs'), times('synthesisMs'), of('processCpuMs'), times('processCpuMs'), of('peakMiB'), short(bytes / 1_000), resources];
}

/**
 * Targets: the spec 30 times as fast, or 3 times with the start of Node and loading; the template not slower and in no more
 * memory, one document 3 times as fast.
 */
function entriesOf(methods, figures) {
  const speed = (way, key, what, target) => entry(`${WAYS[way]}, ${methods} methods: ${what}, CPU ms`, figures, way, { key, target });
  const memory = (way) => entry(`${WAYS[way]}, ${methods} methods: peak of resident memory, MiB`, figures, way, { key: 'peakMiB', target: 1 });
  const [document] = figures['openapi-body'];
  return [
    speed('spec', 'synthesisMs', 'synthesis', 30),
    speed('spec', 'processCpuMs', 'whole process', 3),
    speed('resources', 'synthesisMs', 'synthesis', 1),
    speed('resources', 'processCpuMs', 'whole process', 1),
    memory('resources'),
    ...(methods < LARGE ? [] : [
      speed('openapi-body', 'synthesisMs', 'synthesis', 3),
      speed('openapi-body', 'processCpuMs', 'whole process', 3),
      memory('openapi-body'),
      ...Object.entries(LIMITS).map(([what, limit]) => ({
        name: `${WAYS['openapi-body']}, ${methods} methods: ${what} of the template, beside CloudFormation's limit`,
        ours: document[what], peer: limit, ratio: rounded(limit / document[what]), target: '>= 1 x', ok: document[what] <= limit,
      })),
    ]),
  ];
}

/** `ratio` is how many times as much the peer needs: the median over the rounds, each of which met the same moment. */
function entry(name, figures, way, { key, target }) {
  const ratio = faster(figures, way, key);
  return {
    name, ours: rounded(middle(figures[way], key)), peer: rounded(middle(figures['rest-api'], key)), ratio: rounded(ratio),
    target: `>= ${target} x`, ok: ratio >= target,
  };
}

function faster(figures, way, key) {
  return median(figures[way].map((one, round) => figures['rest-api'][round][key] / one[key]));
}

const middle = (rounds, key) => median(rounds.map((one) => one[key]));
const rounded = (value) => Number(value.toPrecision(4));
