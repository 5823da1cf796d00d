import { plainOperator, unknownConditions, type ConditionKey, type ConditionOperator, type StatementSpec } from '../../spec';
import { addressRanges } from '../edge/addresses';
import { matchesWildcards } from './wildcard';

/** Values of a request that conditions can test; a missing key has no value. */
export type ConditionValues = Readonly<Partial<Record<ConditionKey, string>>>;

export type Condition = (values: ConditionValues) => boolean;

/** Compares a value with those of a condition; `undefined` if the request has none. */
type Test = (given: string | undefined) => boolean;

/**
 * Compiles the conditions of a statement; all must hold. Negated operators (`Not…`) hold if the request has no value; the
 * others do not. Keys have one value here: `ForAnyValue:` demands it, and `ForAllValues:` tests it if there is one. What cannot be
 * evaluated holds in a Deny only.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition.html
 */
export function compileConditions({ Condition: spec = {}, Effect }: Pick<StatementSpec, 'Condition' | 'Effect'>): Condition {
  const unknown = new Set(unknownConditions(spec));
  if (unknown.size > 0 && Effect === 'Allow') return () => false;
  const tests = Object.entries(spec).flatMap(([operator, keys]) =>
    Object.entries(keys).filter(([key]) => !unknown.has(`${operator} ${key}`)).map(([key, wanted]) => ({
      key: key.toLowerCase() as ConditionKey, // one of the list
      test: compileTest(operator, [wanted].flat().map(String)),
    })));
  return (values) => tests.every(({ key, test }) => test(values[key]));
}

function compileTest(operator: string, wanted: readonly string[]): Test {
  const name = plainOperator(operator) as ConditionOperator; // one of the list
  const test = OPERATORS[name](wanted);
  // a set of values that the request does not have: every one of it passes, and none does
  if (operator.endsWith('IfExists') || operator.startsWith('ForAllValues:')) return (given) => given === undefined || test(given);
  return operator.startsWith('ForAnyValue:') ? (given) => given !== undefined && test(given) : test;
}

const OPERATORS: Readonly<Record<ConditionOperator, (wanted: readonly string[]) => Test>> = {
  StringEquals: (wanted) => some(wanted, (one, given) => one === given),
  StringNotEquals: (wanted) => none(wanted, (one, given) => one === given),
  StringEqualsIgnoreCase: (wanted) => some(wanted, isSameWithoutCase),
  StringNotEqualsIgnoreCase: (wanted) => none(wanted, isSameWithoutCase),
  StringLike: (wanted) => some(wanted, matchesWildcards),
  StringNotLike: (wanted) => none(wanted, matchesWildcards),
  ArnEquals: (wanted) => some(wanted, matchesWildcards),
  ArnNotEquals: (wanted) => none(wanted, matchesWildcards),
  ArnLike: (wanted) => some(wanted, matchesWildcards),
  ArnNotLike: (wanted) => none(wanted, matchesWildcards),
  IpAddress: (wanted) => ((contains) => (given) => given !== undefined && contains(given))(addressRanges(wanted)),
  NotIpAddress: (wanted) => ((contains) => (given) => given === undefined || !contains(given))(addressRanges(wanted)),
  Bool: (wanted) => some(wanted, isSameWithoutCase),
  Null: (wanted) => (given) => wanted.some((one) => (one.toLowerCase() === 'true') === (given === undefined)),
};

function some(wanted: readonly string[], matches: (one: string, given: string) => boolean): Test {
  return (given) => given !== undefined && wanted.some((one) => matches(one, given));
}

function none(wanted: readonly string[], matches: (one: string, given: string) => boolean): Test {
  return (given) => given === undefined || !wanted.some((one) => matches(one, given));
}

function isSameWithoutCase(one: string, given: string): boolean {
  return one.toLowerCase() === given.toLowerCase();
}
