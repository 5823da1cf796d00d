import { deployedSpec, methodSettingsOf, type DeclaredParts, type GatewaySpec, type LocatedMethod, type MethodSettingSpec } from '../spec';
import { describedPair, describedSpec, type Described, type DescribedSpec } from './described';
import { withCorsPolicies } from './preflight-mocks';
import { deepestOf, pathForm, routeTable, SERVED_BY_ANY, type RouteTable } from './route-matching';

/** A route before, and the method that answers its requests now. */
export interface Pair {
  /** The route as it was: `GET /pets/{id}`. */
  readonly subject: string;
  readonly before: LocatedMethod;
  readonly after: LocatedMethod;
  /** The methods of requests that it stands for. */
  readonly served: readonly string[];
  /** Its requests and responses before and now, also as documents describe them. */
  readonly described: readonly [before: Described, after: Described];
  /** Stages that both sides have, with the settings of the route. */
  readonly stages: readonly StagePair[];
}

/** A stage that both sides have, with the settings of one route. */
export interface StagePair {
  readonly name: string;
  readonly before: MethodSettingSpec;
  readonly after: MethodSettingSpec;
}

/** The answers to the requests of a route before. */
export interface Fate {
  readonly subject: string;
  readonly before: LocatedMethod;
  readonly httpMethod: string;
  /** The method that answers now, for each sample of its paths. */
  readonly answers: readonly (LocatedMethod | undefined)[];
}

/** Two definitions, and what their routes have to do with each other. */
export interface Sides {
  readonly before: GatewaySpec;
  readonly after: GatewaySpec;
  /** Parts that either side declares, and no gateway serves. */
  readonly declared: readonly [before: DeclaredParts | undefined, after: DeclaredParts | undefined];
  readonly routesBefore: RouteTable;
  readonly routesAfter: RouteTable;
  /** Parts of the longest path of both sides. */
  readonly deepest: number;
  readonly fates: readonly Fate[];
  readonly pairs: readonly Pair[];
  /** The day of the comparison, `2027-06-30`. @default - nothing is known to be past */
  readonly today: string | undefined;
}

/** Facts that a definition does not say. */
export interface SideOptions {
  /** Parts that definitions declare beside their specs. @default - none */
  readonly declared?: ReadonlyMap<GatewaySpec, DeclaredParts> | undefined;
  /** The day of the comparison, `2027-06-30`: routes may be gone from their sunset on. @default - no sunset is past */
  readonly today?: string | undefined;
}

export function sidesOf(former: GatewaySpec, next: GatewaySpec, { declared: parts, today }: SideOptions = {}): Sides {
  const [before, after] = withCorsPolicies(former, next);
  const [routesBefore, routesAfter] = [routeTable(before), routeTable(after)];
  const deepest = deepestOf([routesBefore, routesAfter]);
  const fates = routesBefore.methods.flatMap((located) => fatesOf(located, { routesBefore, routesAfter, deepest }));
  const declared = [parts?.get(former), parts?.get(next)] as const;
  const described = [describedSpec(before, declared[0]), describedSpec(after, declared[1])] as const;
  const known = { before, after, declared, described, routesBefore, routesAfter, deepest, fates, today };
  return { ...known, pairs: pairsOf(known) };
}

type Tables = Pick<Sides, 'routesBefore' | 'routesAfter' | 'deepest'>;

/** The fates of a route: one, or one for each method that ANY serves alone. */
function fatesOf(located: LocatedMethod, { routesBefore: before, routesAfter: after, deepest }: Tables): Fate[] {
  const { httpMethod, path } = located;
  const paths = before.samples(path, deepest);
  const methods = httpMethod === 'ANY' ? SERVED_BY_ANY : [httpMethod];
  return methods.flatMap((method) => {
    // the other samples are those of another route
    const own = paths.filter((sample) => before.answer(method, sample) === located);
    return own.length === 0 ? [] : [{ subject: `${httpMethod} ${path}`, before: located, httpMethod: method,
      answers: own.map((sample) => after.answer(method, sample)) }];
  });
}

type Known = Omit<Sides, 'pairs'> & {
  readonly described: readonly [DescribedSpec, DescribedSpec];
};

/** Routes and the methods that answer them, one pair for each two of them. */
function pairsOf({ fates, before, after, described }: Known): Pair[] {
  const pairs = new Map<LocatedMethod, Map<LocatedMethod, string[]>>();
  for (const { before: located, httpMethod, answers } of fates) {
    const targets = pairs.get(located) ?? new Map<LocatedMethod, string[]>();
    for (const answer of new Set(answers)) if (answer !== undefined) targets.set(answer, [...targets.get(answer) ?? [], httpMethod]);
    pairs.set(located, targets);
  }
  return [...pairs].flatMap(([located, targets]) => [...targets].map(([answer, served]) => {
    const isWhole = located.httpMethod !== 'ANY' || answer.httpMethod === 'ANY';
    const subject = `${isWhole ? located.httpMethod : served.join(', ')} ${located.path}`;
    return { subject, before: located, after: answer, served,
      described: describedPair(located, answer, described), stages: stagesOf(located, answer, { before, after }) };
  }));
}

function stagesOf(old: LocatedMethod, next: LocatedMethod, { before, after }: Pick<Sides, 'before' | 'after'>): StagePair[] {
  return Object.entries(before.stages).flatMap(([name, stage]) => {
    const now = Object.hasOwn(after.stages, name) ? after.stages[name] : undefined;
    if (now === undefined) return [];
    return [{ name, before: methodSettingsOf(stage.methodSettings, old.path, old.httpMethod),
      after: methodSettingsOf(now.methodSettings, next.path, next.httpMethod) }];
  });
}

/** Whether a route is answered at the same paths as before. */
export function isSameForm({ before, after }: Pick<Pair, 'before' | 'after'>): boolean {
  return pathForm(before.path) === pathForm(after.path);
}

/** The text of everything that a deployment has: for a search of names. */
export function deployedText(spec: GatewaySpec): string {
  return JSON.stringify(deployedSpec(spec));
}
