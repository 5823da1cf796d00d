import path from 'node:path';
import { importsOf, type Import } from './imports';
import type { Source } from './source';

/** Work whose cost a client or an editor decides, and the files that may start it: each does so within a budget, or in a worker. */
interface CostlyWork {
  /** The file that exports it, or a package. */
  readonly from: string;
  /** All exports if omitted. */
  readonly name?: string;
  readonly startedBy: readonly string[];
}

const WORKER = 'runtime/hosting/sandbox-worker/main.ts';

const COSTLY_WORK: readonly CostlyWork[] = [
  { from: 'velocityjs', startedBy: ['runtime/mapping/velocity/engine.ts', 'spec/template-syntax.ts'] },
  { from: 're2js', startedBy: ['runtime/sandbox/pattern.ts'] },
  { from: 'runtime/mapping/velocity/engine.ts', startedBy: ['runtime/mapping/template.ts'] },
  {
    from: 'runtime/mapping/template.ts', name: 'compileTemplate',
    startedBy: [WORKER, 'runtime/mapping/render-template.ts', 'runtime/mapping/select-template.ts'],
  },
  { from: 'runtime/mapping/json-path/evaluate.ts', startedBy: ['runtime/mapping/json-path/json-path.ts'] },
  { from: 'runtime/mapping/json-path/json-path.ts', name: 'jsonPath', startedBy: ['runtime/mapping/read-body.ts', 'runtime/mapping/template-input.ts'] },
  { from: 'runtime/mapping/read-body.ts', name: 'readBody', startedBy: [WORKER] },
  { from: 'runtime/mapping/mock-status.ts', name: 'mockStatus', startedBy: [WORKER] },
  { from: 'runtime/sandbox/pattern.ts', name: 'javaPattern', startedBy: [WORKER, 'runtime/sandbox/match-in-time.ts'] },
  { from: 'runtime/sandbox/pattern.ts', name: 'schemaPattern', startedBy: [WORKER, 'runtime/validation/compile.ts'] },
  {
    from: 'runtime/sandbox/pattern.ts', name: 'templatePattern',
    startedBy: ['runtime/mapping/json-path/filter-operators.ts', 'runtime/mapping/velocity/string-methods.ts'],
  },
  { from: 'runtime/validation/body-problem.ts', startedBy: [WORKER, 'runtime/validation/compile.ts'] },
  { from: 'runtime/validation/json-text.ts', startedBy: [WORKER, 'runtime/validation/check-json.ts'] },
];

/** Imports of costly work in other files than those that may start it, and entries that no file needs. */
export function workOutsideOfSandbox(sources: readonly Source[], table = COSTLY_WORK): readonly string[] {
  const starts = sources.flatMap(({ file, ...source }) => importsOf({ file, ...source }).flatMap((one) =>
    table.filter((work) => isStarted(work, one, file)).map((work) => ({ work, file, location: one.location }))));
  const outside = starts.filter(({ work, file }) => !work.startedBy.includes(file))
    .map(({ work, location }) => `${location}: ${textOf(work)} is work of the sandbox`);
  const needless = table.flatMap((work) => work.startedBy
    .filter((file) => !starts.some((start) => start.work === work && start.file === file))
    .map((file) => `${file} does not start ${textOf(work)}`));
  return [...outside, ...needless];
}

function isStarted({ from, name }: CostlyWork, { specifier, names, isTypeOnly }: Import, file: string): boolean {
  const origin = specifier.startsWith('.') ? `${path.posix.join(path.posix.dirname(file), specifier)}.ts` : specifier;
  return !isTypeOnly && origin === from && (name === undefined || names === undefined || names.includes(name));
}

function textOf({ from, name = from }: CostlyWork): string {
  return name;
}
