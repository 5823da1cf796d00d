import { tokensIn } from '../../spec';
import type { DocumentPath } from '../document/locate';
import { isMembers, itemsOf, textOf } from '../value';
import { evaluate } from './evaluate';
import type { Scope } from './scope';

/**
 * Whether a condition holds. One that depends on what is known only after deployment does not, which is reported.
 * @param expression - `{ 'Fn::Equals': […] }`, `{ 'Fn::And': […] }`, `{ 'Fn::Or': […] }`, `{ 'Fn::Not': […] }` or `{ Condition: name }`; in
 * rules also `{ 'Fn::Contains': […] }`, `{ 'Fn::EachMemberEquals': […] }` and `{ 'Fn::EachMemberIn': […] }`
 */
export function conditionHolds(expression: unknown, scope: Scope, path: DocumentPath): boolean {
  if (typeof expression === 'boolean') return expression;
  const [[name, given] = ['', undefined], ...others] = isMembers(expression) ? Object.entries(expression) : [];
  const inside = [...path, name];
  const each = (): boolean[] => itemsOf(given).map((item, index) => conditionHolds(item, scope, [...inside, index]));
  if (others.length === 0) {
    if (name === 'Condition') return named(given, scope, path);
    if (name === 'Fn::Equals') return isEqual(given, scope, inside);
    if (name === 'Fn::And') return each().every(Boolean);
    if (name === 'Fn::Or') return each().some(Boolean);
    if (name === 'Fn::Not') return !each()[0];
    const compare = Object.hasOwn(LIST_COMPARISONS, name) ? LIST_COMPARISONS[name] : undefined;
    if (compare !== undefined) return compare(...listsOf(given, scope, inside));
  }
  const value = evaluate(expression, scope, path);
  if (value === 'true' || value === true) return true;
  if (value !== 'false' && value !== false) scope.report(path, 'it is not a condition; taken as false');
  return false;
}

function named(name: unknown, scope: Scope, path: DocumentPath): boolean {
  const holds = typeof name === 'string' ? scope.condition(name) : undefined;
  if (holds === undefined) scope.report(path, `there is no condition ${String(name)}; taken as false`);
  return holds ?? false;
}

function isEqual(given: unknown, scope: Scope, path: DocumentPath): boolean {
  const [left, right] = itemsOf(given).map((item, index) => evaluate(item, scope, [...path, index]));
  const texts = [left, right].map((value) => textOf(value) ?? JSON.stringify(value));
  const unknown = texts.flatMap((text) => tokensIn(text));
  if (unknown.length > 0 && texts[0] !== texts[1]) scope.report(path, `${unknown.join(', ')} is known only after deployment; taken as not equal`);
  return texts[0] === texts[1];
}

type ListComparison = (list: readonly string[], others: readonly string[]) => boolean;

/** What rules ask of lists. @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-rules.html */
const LIST_COMPARISONS: Readonly<Record<string, ListComparison>> = {
  'Fn::Contains': (list, [value = '']) => list.includes(value),
  'Fn::EachMemberEquals': (list, [value]) => list.every((one) => one === value),
  'Fn::EachMemberIn': (list, others) => list.every((one) => others.includes(one)),
};

function listsOf(given: unknown, scope: Scope, path: DocumentPath): [readonly string[], readonly string[]] {
  const [left = [], right = []] = itemsOf(given).map((item, index) =>
    itemsOf(evaluate(item, scope, [...path, index])).map((value) => textOf(value) ?? JSON.stringify(value)));
  return [left, right];
}
