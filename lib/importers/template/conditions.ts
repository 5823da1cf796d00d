import { tokensIn } from '../../spec';
import type { DocumentPath } from '../document/document-path';
import { isMembers, itemsOf, textOf } from '../value';
import { evaluate } from './evaluate';
import type { Scope, Truth } from './scope';

/**
 * Whether a condition holds. A condition that depends on values known only after deployment is unknown, which is reported.
 * @param expression - `{ 'Fn::Equals': […] }`, `{ 'Fn::And': […] }`, `{ 'Fn::Or': […] }`, `{ 'Fn::Not': […] }` or `{ Condition: name }`; in
 * rules also `{ 'Fn::Contains': […] }`, `{ 'Fn::EachMemberEquals': […] }` and `{ 'Fn::EachMemberIn': […] }`
 */
export function conditionHolds(expression: unknown, scope: Scope, path: DocumentPath): Truth {
  if (typeof expression === 'boolean') return expression;
  const [[name, operand] = ['', undefined], ...others] = isMembers(expression) ? Object.entries(expression) : [];
  const inside = [...path, name];
  const each = (): Truth[] => itemsOf(operand).map((item, index) => conditionHolds(item, scope, [...inside, index]));
  if (others.length === 0) {
    if (name === 'Condition') return named(operand, scope, path);
    if (name === 'Fn::Equals') return isEqual(operand, scope, inside);
    if (name === 'Fn::And') return all(each());
    if (name === 'Fn::Or') return not(all(each().map(not)));
    if (name === 'Fn::Not') return not(each()[0] ?? 'unknown');
    const compare = Object.hasOwn(LIST_COMPARISONS, name) ? LIST_COMPARISONS[name] : undefined;
    if (compare !== undefined) {
      const [list, items] = listsOf(operand, scope, inside);
      // what is known only after deployment is not compared; every template of CDK has such a comparison, so it is not worth a word
      return unknownIn([...list, ...items]).length === 0 ? compare(list, items) : 'unknown';
    }
  }
  const value = evaluate(expression, scope, path);
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false) return false;
  scope.report(path, 'it is not a condition');
  return 'unknown';
}

/** Combines truths with AND: the result is false if one of them is false, even if others are unknown. */
function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes('unknown') ? 'unknown' : true;
}

function not(truth: Truth): Truth {
  return truth === 'unknown' ? truth : !truth;
}

function named(name: unknown, scope: Scope, path: DocumentPath): Truth {
  const holds = typeof name === 'string' ? scope.condition(name) : undefined;
  if (holds === undefined) scope.report(path, `there is no condition ${String(name)}`);
  return holds ?? 'unknown';
}

function isEqual(operands: unknown, scope: Scope, path: DocumentPath): Truth {
  const values = itemsOf(operands).map((item, index) => evaluate(item, scope, [...path, index]));
  const [left = '', right = ''] = values.map(shown);
  if (left === right) return true;
  const unknown = unknownIn([left, right]);
  if (unknown.length === 0) return false;
  scope.report(path, `${unknown.join(', ')} is known only after deployment`);
  return 'unknown';
}

function shown(value: unknown): string {
  return textOf(value) ?? JSON.stringify(value ?? '');
}

type Lists = [list: readonly string[], others: readonly string[]];
type ListComparison = (list: readonly string[], others: readonly string[]) => boolean;

function unknownIn(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => tokensIn(text)))];
}

/**
 * The functions of rules that compare lists.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-rules.html
 */
const LIST_COMPARISONS: Readonly<Record<string, ListComparison>> = {
  'Fn::Contains': (list, [value = '']) => list.includes(value),
  'Fn::EachMemberEquals': (list, [value]) => list.every((item) => item === value),
  'Fn::EachMemberIn': (list, others) => list.every((item) => others.includes(item)),
};

function listsOf(operands: unknown, scope: Scope, path: DocumentPath): Lists {
  const [left = [], right = []] = itemsOf(operands).map((item, index) =>
    itemsOf(evaluate(item, scope, [...path, index])).map(shown));
  return [left, right];
}
