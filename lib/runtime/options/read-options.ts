import * as z from 'zod';
import { GatewayError } from '../../errors';
import { suggestText } from '../suggest';
import type { Options, OptionValues } from './option';

const MAX_GIVEN = 80;

/**
 * Reads the options of a function. A name that is not an option, here or in an object inside, would have no effect, so it is an
 * error, and so is a value that its option does not accept.
 * @throws OPTION_UNKNOWN, OPTION_INVALID
 */
export function readOptions<Table extends Options>(table: Table, given: unknown): OptionValues<Table> {
  const schema = z.strictObject(Object.fromEntries(Object.entries(table).map(([name, option]) =>
    [name, option.isRequired === true ? option.schema : option.schema.optional()])), 'an object of options');
  const { data, error } = schema.safeParse(given);
  const issues = error?.issues ?? [];
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]; // a misspelled name explains a missing value
  if (issue !== undefined) throw optionError(table, issue, given);
  requireNeeded(table, { ...data });
  return data as OptionValues<Table>; // each member has been read with the schema of its row
}

/** @throws OPTION_INVALID for a value other than the default, of an option whose needed one is not given */
function requireNeeded(table: Options, values: Readonly<Record<string, unknown>>): void {
  for (const [name, { needs, isSecret, default: byDefault }] of Object.entries(table)) {
    const value = values[name];
    const isGiven = value !== undefined && value !== false && value !== byDefault?.value;
    if (needs === undefined || !isGiven || (values[needs] !== undefined && values[needs] !== false)) continue;
    throw new GatewayError('OPTION_INVALID', { option: name, given: givenText(value, isSecret), allowed: `no value without the option ${needs}` });
  }
}

function optionError(table: Options, issue: z.core.$ZodIssue, given: unknown): GatewayError {
  const path = issue.path.map(String);
  const [name = 'the options'] = path;
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys;
    return new GatewayError('OPTION_UNKNOWN', { option: [...path, unknown].join('.'), known: suggestText(unknown, namesAt(table, path)) });
  }
  const isSecret = table[name]?.isSecret === true;
  const value: unknown = issue.path.reduce<unknown>((parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined), given);
  return new GatewayError('OPTION_INVALID', { option: path.join('.') || name, given: givenText(value, isSecret), allowed: issue.message });
}

/** A value for a message: its kind only, where it is secret or has parts. */
function givenText(value: unknown, isSecret: boolean): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return `a value of type ${typeof value}`;
  if (isSecret) return '(not shown)';
  return value.length > MAX_GIVEN ? `${value.slice(0, MAX_GIVEN)}…` : value;
}

/** The names of an object inside the options, or of the options themselves. */
function namesAt(table: Options, [name, ...rest]: readonly string[]): readonly string[] {
  if (name === undefined) return Object.keys(table);
  const inside = rest.reduce<z.core.$ZodType | undefined>((schema, key) => memberOf(schema, key), unwrapped(table[name]?.schema));
  return inside instanceof z.ZodObject ? Object.keys(inside.shape) : [];
}

function memberOf(schema: z.core.$ZodType | undefined, key: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return unwrapped(schema.shape[key]);
  if (schema instanceof z.ZodRecord) return unwrapped(schema.valueType);
  return schema instanceof z.ZodArray ? unwrapped(schema.element) : undefined;
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapper = schema instanceof z.ZodReadonly || schema instanceof z.ZodOptional || schema instanceof z.ZodLazy;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
