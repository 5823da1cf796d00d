import { OPERATORS } from './filter-operators';
import { FUNCTIONS } from './functions';
import { readValue } from './parse-value';
import type { Condition, JsonPath, Operand, PathStep } from './path';
import { expectText, invalid, nested, openPath, readQuoted, skip, skipSpace, take, type PathReader } from './path-reader';

/** Ends of a name: in a filter, operators and parentheses as well. */
const NAME = /[^.[(\s]+/y;
const NAME_IN_FILTER = /[^.[(\s)<>=~!&|,\]]+/y;

/**
 * Parses a JSONPath in Jayway's dialect, which is API Gateway's. Written here because no library on npm has its functions, `=~`,
 * `in` and `[-1]`: jsonpath-plus and jsonpath run JavaScript in filters, jsonpath-rfc9535 and json-p3 have RFC 9535's; and none
 * can be stopped after a number of steps.
 * @throws Error that says what is wrong, and where
 * @example parsePath("$.items[?(@.name =~ /foo.*_/i)].price.sum()")
 */
export function parsePath(text: string): JsonPath {
  const reader = openPath(/^[$@]/.test(text) ? text : `$.${text}`);
  const path = readPath(reader, NAME);
  if (reader.at < reader.text.length) throw invalid(reader, 'unexpected text');
  return path;
}

/** A path at the position; undefined if there is none. */
function readPathInFilter(reader: PathReader): JsonPath | undefined {
  const first = reader.text[reader.at];
  return first === '$' || first === '@' ? nested(reader, () => readPath(reader, NAME_IN_FILTER)) : undefined;
}

function readPath(reader: PathReader, name: RegExp): JsonPath {
  const from = skip(reader, '@') ? 'current' : 'root';
  if (from === 'root') skip(reader, '$');
  const steps: PathStep[] = [];
  for (;;) {
    if (skip(reader, '..')) steps.push({ type: 'scan' });
    else if (!skip(reader, '.') && reader.text[reader.at] !== '[') break;
    const step = skip(reader, '[') ? readBracket(reader) : readName(reader, name);
    if (steps[0]?.type === 'scan' && isLength(step)) steps.push({ type: 'wildcard' }); // it counts what is in the lists that are found
    steps.push(step);
  }
  const isDefinite = steps.reduce((before, step, index) => isDefiniteAfter(before, step, index === steps.length - 1), true);
  return { from, steps, isDefinite, isSimple: steps.every(isSingle) };
}

/** Whether it selects one value at most. */
export function isSingle(step: PathStep): boolean {
  return (step.type === 'names' && step.names.length === 1) || (step.type === 'indexes' && step.indexes.length === 1);
}

/** Whether a path is definite after a step. A function returns one value. */
function isDefiniteAfter(before: boolean, step: PathStep, isLast: boolean): boolean {
  switch (step.type) {
    case 'function': return true;
    case 'names': return before && (step.names.length === 1 || isLast);
    case 'indexes': return before && step.indexes.length === 1;
    default: return false;
  }
}

function readName(reader: PathReader, expression: RegExp): PathStep {
  if (skip(reader, '*')) return { type: 'wildcard' };
  const name = take(reader, expression);
  if (name === undefined) throw invalid(reader, 'expected a name');
  if (!skip(reader, '(')) return { type: 'names', names: [name] };
  if (!Object.hasOwn(FUNCTIONS, name)) throw invalid(reader, `there is no function ${name}`);
  const operands = nested(reader, () => readOperands(reader));
  const step: PathStep = { type: 'function', name, operands };
  return isLength(step) ? { ...step, operands: operands.map(counted) } : step;
}

function isLength(step: PathStep): boolean {
  return step.type === 'function' && step.name === 'length';
}

/** The length of a path's results is the total length of the lists among them. */
function counted(operand: Operand): Operand {
  if (operand.type !== 'path' || operand.path.isDefinite) return operand;
  return { type: 'path', path: { ...operand.path, isSimple: false, steps: [...operand.path.steps, { type: 'wildcard' }] } };
}

function readOperands(reader: PathReader): Operand[] {
  const operands: Operand[] = [];
  skipSpace(reader);
  if (skip(reader, ')')) return operands;
  do operands.push(readOperand(reader)); while (skipListSeparator(reader));
  expectText(reader, ')');
  return operands;
}

function readBracket(reader: PathReader): PathStep {
  skipSpace(reader);
  const step = readSelector(reader);
  expectText(reader, ']');
  return step;
}

function readSelector(reader: PathReader): PathStep {
  if (skip(reader, '*')) return { type: 'wildcard' };
  if (skip(reader, '?')) {
    expectText(reader, '(');
    const condition = nested(reader, () => readCondition(reader));
    expectText(reader, ')');
    return { type: 'filter', condition };
  }
  const slice = /^(-?\d+)?:(-?\d+)?/.exec(take(reader, /(?:-?\d+)?:(?:-?\d+)?/y) ?? '');
  if (slice !== null) {
    const [from, to] = [slice[1], slice[2]].map((text) => (text === undefined ? undefined : Number(text)));
    if (from === undefined && to === undefined) throw invalid(reader, 'expected a position before or after the colon');
    return { type: 'slice', from, to };
  }
  return readList(reader);
}

/** Names in quotes, or positions. */
function readList(reader: PathReader): PathStep {
  const names: string[] = [];
  const indexes: number[] = [];
  do {
    skipSpace(reader);
    const name = readQuoted(reader);
    const index = name === undefined ? take(reader, /-?\d+/y) : undefined;
    if (name !== undefined) names.push(name);
    else if (index !== undefined) indexes.push(Number(index));
    else throw invalid(reader, 'expected a name in quotes, a position, *, or a filter');
  } while (skipListSeparator(reader));
  if (names.length > 0 && indexes.length > 0) throw invalid(reader, 'expected names or positions, not both');
  return names.length > 0 ? { type: 'names', names } : { type: 'indexes', indexes };
}

function skipListSeparator(reader: PathReader): boolean {
  skipSpace(reader);
  const isThere = skip(reader, ',');
  skipSpace(reader);
  return isThere;
}

/** The condition of a filter: `@.price < 10 && !(@.name in ['a', 'b'])`. `&&` binds before `||`. */
function readCondition(reader: PathReader): Condition {
  return readJoined(reader, { sign: '||', type: 'or', read: () => readJoined(reader, { sign: '&&', type: 'and', read: () => readSingle(reader) }) });
}

interface Joined {
  readonly sign: string;
  readonly type: 'and' | 'or';
  readonly read: () => Condition;
}

function readJoined(reader: PathReader, { sign, type, read }: Joined): Condition {
  const first = read();
  const conditions = [first];
  for (skipSpace(reader); skip(reader, sign); skipSpace(reader)) conditions.push(read());
  return conditions.length === 1 ? first : { type, conditions };
}

function readSingle(reader: PathReader): Condition {
  skipSpace(reader);
  if (skip(reader, '!')) return { type: 'not', condition: nested(reader, () => readSingle(reader)) };
  if (!skip(reader, '(')) return readComparison(reader);
  const condition = nested(reader, () => readCondition(reader));
  expectText(reader, ')');
  return condition;
}

function readComparison(reader: PathReader): Condition {
  const left = readOperand(reader);
  skipSpace(reader);
  const operator = take(reader, /[<>=~!]+|[a-z]+/iy)?.toLowerCase();
  if (operator === undefined) {
    if (left.type === 'path') return { type: 'exists', path: left.path };
    throw invalid(reader, 'expected an operator');
  }
  if (!Object.hasOwn(OPERATORS, operator)) throw invalid(reader, `there is no operator ${operator}`);
  skipSpace(reader);
  return { type: 'comparison', left, operator, right: readOperand(reader) };
}

/** A path, an expression between slashes, or a value. */
function readOperand(reader: PathReader): Operand {
  const path = readPathInFilter(reader);
  if (path !== undefined) return { type: 'path', path };
  const [, text, flags = ''] = /^\/(.*)\/([a-zA-Z]*)$/s.exec(take(reader, /\/(?:[^/\\]|\\.)*\/[a-zA-Z]*/sy) ?? '') ?? [];
  if (text !== undefined) return { type: 'pattern', pattern: `${flags === '' ? '' : `(?${flags})`}${text.replaceAll('\\/', '/')}` };
  return { type: 'value', value: readValue(reader) };
}
