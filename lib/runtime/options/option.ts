import * as z from 'zod';

/** One option of a function: what it accepts, and how it is described. */
export interface Option<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** The values that the schema accepts, in words for messages and documentation. */
  readonly expected: string;
  /** Whether messages may not repeat its value. */
  readonly isSecret: boolean;
  readonly isRequired?: true;
  /** The option without which this one has no effect, so that nobody gives it in vain. */
  readonly needs?: string;
  readonly default?: { readonly value?: unknown; readonly without?: string };
}

/** Options by name. */
export type Options = Readonly<Record<string, Option>>;

type Required<Table extends Options> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly isRequired: true } ? Name : never
}[keyof Table];

/** The values of the options of a table, as callers pass them. */
export type OptionValues<Table extends Options> =
  & { readonly [Name in Required<Table>]: z.input<Table[Name]['schema']> }
  & { readonly [Name in Exclude<keyof Table, Required<Table>>]?: z.input<Table[Name]['schema']> | undefined };

/* Kinds of option values. Each function returns the members `schema` and `expected` of an option. */

export const text = () => described('a non-empty string', (expected) => z.string(expected).min(1, expected));

export const texts = () => described('a list of strings', (expected) => z.array(z.string('a string'), expected).readonly());

export const textsByName = () => described('an object with string values', (expected) => z.record(z.string(), z.string('a string'), expected).readonly());

export const yesOrNo = () => described('true or false', (expected) => z.boolean(expected));

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  described(values.map((value) => `"${value}"`).join(' or '), (expected) => z.enum(values, expected));

export const functionOf = <Type extends (...parameters: never[]) => unknown>() =>
  described('a function', (expected) => z.custom<Type>((value) => typeof value === 'function', expected));

/** `range` is what the command line reads a number by. */
export const wholeNumber = (min: number, max: number) => ({
  ...described(`a whole number from ${min} to ${max}`, (expected) => z.int(expected).min(min, expected).max(max, expected)),
  range: { min, max },
});

/** An object with these members and no others. */
export const objectOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  described(`an object with ${Object.keys(shape).join(', ')}`, (expected) => z.strictObject(shape, typeError(expected)).readonly());

/** The message for values of another type; unknown members have their own. */
const typeError = (expected: string) => ({ error: ({ code }: { readonly code?: string }) => (code === 'invalid_type' ? expected : undefined) });

/** A schema whose message says what it accepts. */
export function described<Schema extends z.ZodType>(
  expected: string, schema: (expected: string) => Schema,
): { readonly schema: Schema; readonly expected: string } {
  return { schema: schema(expected), expected };
}
