import { compareSpecs, diffApis, type ApiFinding, type SpecChange } from '../../diff';
import type { AssemblyApi } from '../../runtime';
import type { ProjectBuild } from './project';

export interface DevState {
  readonly apis: readonly AssemblyApi[];
  /** The APIs that were served first: changes are compared with them. */
  readonly start: readonly AssemblyApi[];
  /** The changes that are built and not served yet. */
  readonly pending: Pending;
  readonly isBroken: boolean;
  /** Whether what an earlier run has built is served, until the first build of this run. */
  readonly isKept: boolean;
}

/** The parts of a gateway that have changed since they were last served. */
export interface Pending {
  readonly definition: boolean;
  readonly functions: readonly string[];
  readonly options: boolean;
}

export type ApiChanges = readonly { readonly api: string; readonly changes: readonly SpecChange[] }[];

const NOTHING_PENDING: Pending = { definition: false, functions: [], options: false };
const ALL_PENDING: Pending = { definition: true, functions: [], options: true };

export const INITIAL: DevState = { apis: [], start: [], pending: ALL_PENDING, isBroken: false, isKept: false };

export interface BuildEnded {
  readonly build: ProjectBuild;
  readonly apis: readonly AssemblyApi[];
  readonly hasNewOptions: boolean;
  /** The APIs in the output, if those of an earlier run are served. */
  readonly written?: readonly AssemblyApi[] | undefined;
}

export type DevAction =
  | { readonly type: 'none' }
  | { readonly type: 'up-to-date' }
  | { readonly type: 'unchanged'; readonly isMended: boolean }
  | {
    readonly type: 'serve';
    readonly pending: Pending;
    /** Whether there are other APIs than before, so that a reload is not enough. */
    readonly hasOtherApis: boolean;
    /** Undefined at the first service. */
    readonly changes: ApiChanges | undefined;
  };

/** Decides the effect of a build; `serve` is done when `afterService` says so. */
export function afterBuild(
  state: DevState, { build, apis, hasNewOptions, written }: BuildEnded,
): { readonly state: DevState; readonly action: DevAction } {
  const pending: Pending = {
    definition: state.pending.definition || build.isDefinitionNew,
    functions: [...new Set([...state.pending.functions, ...build.functions])],
    options: state.pending.options || hasNewOptions,
  };
  const isBroken = build.problems.length > 0;
  const next = { ...state, pending, isBroken };
  if (!build.isComplete) return { state: next, action: { type: 'none' } };
  if (written !== undefined && contentOf(state.apis) === contentOf(written)) {
    return { state: afterService(next, apis), action: { type: 'up-to-date' } };
  }
  const own = { ...next, isKept: false };
  if (pending.definition || pending.options || pending.functions.length > 0) {
    const hasOtherApis = namesOf(apis) !== namesOf(state.apis);
    const changes = state.apis.length === 0 ? undefined : changesOf(state.apis, apis);
    return { state: own, action: { type: 'serve', pending, hasOtherApis, changes } };
  }
  return { state: own, action: isBroken ? { type: 'none' } : { type: 'unchanged', isMended: state.isBroken } };
}

export function afterService(state: DevState, apis: readonly AssemblyApi[]): DevState {
  return { ...state, apis, start: state.start.length === 0 ? apis : state.start, pending: NOTHING_PENDING, isKept: false };
}

/** The build of an earlier run is served. */
export function afterRestore(state: DevState, apis: readonly AssemblyApi[]): DevState {
  return { ...afterService(state, apis), isKept: true };
}

/** The effect on callers of everything that was edited since the start. @param today - `2027-06-30` */
export function sinceStart({ start, apis }: DevState, today: string): readonly ApiFinding[] {
  const [then, now] = [start, apis].map((all) => all.map(({ spec }) => spec));
  return diffApis(then ?? [], now ?? [], { today }).findings;
}

export function beforeRebuild(state: DevState): DevState {
  return { ...state, pending: ALL_PENDING };
}

/** Everything that is served, wherever it was built. */
function contentOf(apis: readonly AssemblyApi[]): string {
  return JSON.stringify(apis.map(({ name, spec, code }) =>
    [name, spec, Object.entries(code).map(([id, { digest, handler }]) => [id, digest, handler])]));
}

function namesOf(apis: readonly AssemblyApi[]): string {
  return apis.map(({ name }) => name).join('\n');
}

function changesOf(before: readonly AssemblyApi[], after: readonly AssemblyApi[]): ApiChanges {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name) => {
    const [old, now] = [before, after].map((apis) => apis.find((api) => api.name === name)?.spec);
    const whole = (sign: SpecChange['sign']): SpecChange[] => [{ sign, text: `API ${name}` }];
    if (old === undefined || now === undefined) return [{ api: name, changes: whole(now === undefined ? '-' : '+') }];
    const changes = compareSpecs(old, now);
    return changes.length === 0 ? [] : [{ api: name, changes }];
  });
}
