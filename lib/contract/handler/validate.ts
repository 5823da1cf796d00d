import type { TextValues } from '../definition';
import type { Schema, SchemaIssue, SchemaResult } from '../standard-schema';

/** The result of a schema; `undefined` takes every value as it is. */
export async function validated(schema: Schema | undefined, value: unknown): Promise<SchemaResult<unknown>> {
  return schema === undefined ? { value } : schema['~standard'].validate(value);
}

/** As `validated`, for values that arrive as text: where the schema refuses a text, it gets a list of that one text. */
export async function validatedText(schema: Schema | undefined, values: TextValues): Promise<SchemaResult<unknown>> {
  const first = await validated(schema, values);
  if (first.issues === undefined) return first;
  let best = first;
  for (const names of listsToTry(first.issues, values)) {
    const lists = Object.fromEntries(names.map((name) => [name, [values[name]].flat()]));
    const result = await validated(schema, { ...values, ...lists });
    if (result.issues === undefined) return result;
    if (result.issues.length < (best.issues?.length ?? 0)) best = result;
  }
  return best;
}

/** The result for the first of several readings of one value that the schema takes; the issues are those of its text. */
export async function validatedReading(schema: Schema, readings: readonly unknown[]): Promise<SchemaResult<unknown>> {
  let refused: SchemaResult<unknown> | undefined;
  for (const reading of readings) {
    const result = await validated(schema, reading);
    if (result.issues === undefined) return result;
    if (refused === undefined || typeof reading === 'string') refused = result;
  }
  return refused ?? validated(schema, undefined);
}

/** As `validated`, for bytes: a schema of texts checks them as a text of one character for each, and they stay what they are. */
export async function validatedBytes(schema: Schema, bytes: Uint8Array): Promise<SchemaResult<unknown>> {
  const result = await validated(schema, bytes);
  if (result.issues === undefined) return result;
  const { issues } = await validated(schema, Buffer.from(bytes).toString('latin1'));
  return issues === undefined ? { value: bytes } : result;
}

/** A query has few names; of one with more, all are tried at once. */
const MOST_NAMES = 5;

/** Names whose texts may be lists: those that are refused, or any of them for an issue without a place, as of a union. */
function listsToTry(issues: readonly SchemaIssue[], values: TextValues): readonly (readonly string[])[] {
  const single = Object.keys(values).filter((name) => typeof values[name] === 'string');
  const refused = new Set(issues.map((issue): string | undefined => pathOf(issue)[0]));
  if (!refused.has(undefined)) return [single.filter((name) => refused.has(name))].filter((names) => names.length > 0);
  return single.length > MOST_NAMES ? [single] : subsets(single);
}

/** Every choice of some names, the smaller ones first. */
function subsets(names: readonly string[]): readonly (readonly string[])[] {
  let choices: readonly (readonly string[])[] = [[]];
  for (const name of names) choices = [...choices, ...choices.map((choice) => [...choice, name])];
  return choices.filter((choice) => choice.length > 0).sort((one, other) => one.length - other.length);
}

/** `body.pets.0.name: expected a string` for each issue. */
export function issueTexts(place: string, issues: readonly SchemaIssue[]): string[] {
  return issues.map((issue) => `${[place, ...pathOf(issue)].join('.')}: ${issue.message}`);
}

function pathOf({ path = [] }: SchemaIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part));
}
