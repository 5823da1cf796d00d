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
  const refused = new Set(first.issues.map((issue) => String(pathOf(issue)[0])));
  const single = Object.entries(values).filter(([name, value]) => refused.has(name) && typeof value === 'string');
  if (single.length === 0) return first;
  const second = await validated(schema, { ...values, ...Object.fromEntries(single.map(([name, value]) => [name, [value]])) });
  return second.issues === undefined || second.issues.length < first.issues.length ? second : first;
}

/** `body.pets.0.name: expected a string` for each issue. */
export function issueTexts(place: string, issues: readonly SchemaIssue[]): string[] {
  return issues.map((issue) => `${[place, ...pathOf(issue)].join('.')}: ${issue.message}`);
}

function pathOf({ path = [] }: SchemaIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part));
}
