/** One mismatch. */
export interface Mismatch {
  /** Its path in the node: member names and element indexes. */
  readonly location: readonly (string | number)[];
  /** `expected "CUSTOM", is "NONE"` */
  readonly message: string;
}

const MARK = Symbol.for('synthgate.Matcher');

/** A placeholder in a pattern for the values it accepts; created by `Match`. */
export interface Matcher {
  readonly [MARK]: true;
  readonly name: string;
  /** The mismatches of a value; `undefined` is a missing member. */
  readonly mismatches: (actual: unknown) => readonly Mismatch[];
}

/** A matcher of aws-cdk-lib's `assertions`: its `Match.*()` and `new Capture()` are accepted wherever ours are. */
export interface CdkMatcher {
  readonly name: string;
  test(actual: unknown): CdkMatchResult;
}

/** The members used here. */
export interface CdkMatchResult {
  hasFailed(): boolean;
  toHumanStrings(): string[];
  finished?(): unknown;
}

export function matcher(name: string, mismatches: Matcher['mismatches']): Matcher {
  return { [MARK]: true, name, mismatches };
}

/** The matcher in a part of a pattern, ours or CDK's; undefined for a literal. */
export function asMatcher(pattern: unknown): Matcher | undefined {
  if (typeof pattern !== 'object' || pattern === null) return undefined;
  if (isOwn(pattern)) return pattern;
  return isCdkMatcher(pattern) ? matcher(pattern.name, (actual) => cdkMismatches(pattern, actual)) : undefined;
}

function isOwn(pattern: object): pattern is Matcher {
  return MARK in pattern;
}

function isCdkMatcher(pattern: object): pattern is CdkMatcher {
  return 'test' in pattern && typeof pattern.test === 'function' && 'name' in pattern && typeof pattern.name === 'string';
}

/** CDK captures store their values when the result is finished. */
function cdkMismatches(pattern: CdkMatcher, actual: unknown): Mismatch[] {
  const result = pattern.test(actual);
  result.finished?.();
  if (!result.hasFailed()) return [];
  const texts = result.toHumanStrings();
  return (texts.length === 0 ? [`does not match ${pattern.name}`] : texts).map((message) => ({ location: [], message }));
}

export function inside(member: string | number, mismatches: readonly Mismatch[]): Mismatch[] {
  return mismatches.map(({ location, message }) => ({ location: [member, ...location], message }));
}

export function mismatch(message: string): Mismatch {
  return { location: [], message };
}

/** A value or a pattern in a message, on one line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const own = asMatcher(value);
  if (own !== undefined) return own.name;
  const text = JSON.stringify(value, (_, part: unknown) => asMatcher(part)?.name ?? part);
  return text === undefined ? String(value) : text;
}

/** A partial node: members are optional, and a matcher may replace any value. */
export type Pattern<Node> = Matcher | CdkMatcher | PatternOf<Node>;

type PatternOf<Node> = Node extends readonly (infer Element)[]
  ? readonly Pattern<Element>[]
  : Node extends object ? { readonly [Member in keyof Node]?: Pattern<Node[Member]> } : Node;
