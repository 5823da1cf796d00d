import { spend } from '../../sandbox/step-budget';
import { doubleOf, doubleValue, isJavaNumber } from '../java-number';
import { isMap } from '../json';
import { bounded, keyText, madeList, namesOf, numberOf, printValue } from '../velocity/values';

/** A function of a path, called with the value before it in the path, the values in its parentheses, and its name. */
type PathFunction = (input: unknown, args: readonly unknown[], name: string) => unknown;

/** Jayway's functions. @throws StepLimitError; Error where there is nothing to calculate with @see https://github.com/json-path/JsonPath#functions */
export const FUNCTIONS: Readonly<Record<string, PathFunction>> = {
  min: aggregate((numbers) => numbers.reduce((left, right) => Math.min(left, right))),
  max: aggregate((numbers) => numbers.reduce((left, right) => Math.max(left, right))),
  sum: aggregate(sum),
  avg: aggregate((numbers) => sum(numbers) / numbers.length),
  stddev: aggregate(deviation),
  length: (input, args) => sizeOf(args.length > 0 ? args[0] : input),
  keys: (input) => (isMap(input) ? madeList(namesOf(input)) : null),
  concat: (input, args) => [...listOf(input).filter((item) => typeof item === 'string'), ...args.flat().map(printValue)].reduce<string>(joined, ''),
  append: (input, args) => (Array.isArray(input) ? [...listOf(input), ...args] : input),
  first: (input, _, name) => itemAt(input, 0, name),
  last: (input, _, name) => itemAt(input, -1, name),
  index: (input, [position], name) => itemAt(input, numberOf(position), name),
};

/** The numbers of the list and of the arguments, as Doubles. */
function aggregate(calculate: (numbers: readonly number[]) => number): PathFunction {
  return (input, args, name) => {
    const numbers = [...listOf(input), ...args.flat()].filter(isJavaNumber).map(doubleValue);
    spend(numbers.length);
    if (numbers.length === 0) throw new Error(`${name}() of a list without numbers`);
    return doubleOf(calculate(numbers));
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function deviation(numbers: readonly number[]): number {
  const total = sum(numbers);
  return Math.sqrt(sum(numbers.map((number) => number * number)) / numbers.length - (total * total) / numbers.length / numbers.length);
}

/** Returns the number of items of a list or of members of an object; null for other values. */
function sizeOf(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  return isMap(value) ? namesOf(value).length : null;
}

function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
  spend(1 + list.length);
  return list;
}

function joined(text: string, part: string): string {
  spend(1 + part.length / 16);
  return bounded(text + part);
}

function itemAt(input: unknown, position: number, name: string): unknown {
  const list = listOf(input);
  const index = position < 0 ? list.length + position : position;
  if (!(index in list)) throw new Error(`${name}() of a list of ${list.length}: there is no item ${keyText(position)}`);
  return list[index];
}
