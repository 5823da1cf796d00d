import { isDeepStrictEqual } from 'node:util';
import { spend, stepsOfText } from '../../sandbox/step-budget';
import { templatePattern } from '../../sandbox/pattern';
import { compareNumbers } from '../arithmetic';
import { isJavaNumber, readNumber, type JavaNumber } from '../java-number';
import { isMap, spendOn } from '../json';
import { printValue } from '../velocity/values';

/** The value of a path that matches nothing: it differs from null and equals nothing. */
export const MISSING = Symbol('not there');

/** An expression of a filter, between slashes. */
export class PatternOperand {
  public constructor(public readonly pattern: string) {}
}

type Operator = (left: unknown, right: unknown) => boolean;

/** Jayway's filter operators. @throws StepLimitError @see https://github.com/json-path/JsonPath#filter-operators */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': isSame,
  '!=': (left, right) => !isSame(left, right),
  '===': (left, right) => typeof left === typeof right && isSame(left, right),
  '!==': (left, right) => typeof left !== typeof right || !isSame(left, right),
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  '=~': (left, right) => matches(left, right),
  'in': (left, right) => listOf(right).some((item) => isSame(left, item)),
  'nin': (left, right) => !listOf(right).some((item) => isSame(left, item)),
  'subsetof': (left, right) => Array.isArray(left) && listOf(left).every((item) => isIn(item, right)),
  'anyof': (left, right) => listOf(left).some((item) => isIn(item, right)),
  'noneof': (left, right) => Array.isArray(left) && !listOf(left).some((item) => isIn(item, right)),
  'all': (left, right) => listOf(right).every((item) => isIn(item, left)),
  contains,
  'size': (left, right) => isJavaNumber(right) && sizeOf(left) === right,
  'empty': (left, right) => sizeOf(left) !== undefined && (sizeOf(left) === 0) === right,
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function isIn(item: unknown, list: unknown): boolean {
  return listOf(list).some((element) => isSame(item, element));
}

/** A text that is a number equals it; lists and objects equal those with the same members. */
function isSame(left: unknown, right: unknown): boolean {
  spend(2);
  if (left === MISSING || right === MISSING) return false;
  if (isJavaNumber(left) || isJavaNumber(right)) {
    const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
    return leftNumber !== undefined && rightNumber !== undefined && compareNumbers(leftNumber, rightNumber) === 0;
  }
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) spend(stepsOfText(left.length));
    return left === right;
  }
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  spendOn(left);
  spendOn(right);
  return isDeepStrictEqual(left, right);
}

function numberOf(value: unknown): JavaNumber | undefined {
  if (isJavaNumber(value)) return value;
  return typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? readNumber(value.replace(/^\+/, '')) : undefined;
}

/** NaN, for which no comparison holds, unless both are numbers or both are texts. */
function order(left: unknown, right: unknown): number {
  spend(2);
  if (isJavaNumber(left) && isJavaNumber(right)) return compareNumbers(left, right);
  if (typeof left !== 'string' || typeof right !== 'string') return NaN;
  spend(stepsOfText(Math.min(left.length, right.length)));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The whole text matches; of a list, one of its items. */
function matches(left: unknown, right: unknown): boolean {
  if (left instanceof PatternOperand) return !(right instanceof PatternOperand) && matches(right, left);
  if (!(right instanceof PatternOperand)) return false;
  const pattern = templatePattern(right.pattern, 'whole');
  const isMatch = (value: unknown): boolean =>
    (typeof value === 'string' || typeof value === 'boolean' || isJavaNumber(value)) && pattern.test(printValue(value));
  return Array.isArray(left) ? left.some(isMatch) : isMatch(left);
}

function contains(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string') return isIn(right, left);
  const part = typeof right === 'string' ? right : undefined;
  if (part === undefined) return false;
  spend(stepsOfText(left.length) + (left.length * part.length) / 32);
  return left.includes(part);
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : undefined;
}
