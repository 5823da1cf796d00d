import * as z from 'zod';

/**
 * The schema of a member that most definitions do not have: it is made when a value first has it. Making all schemas takes three times
 * as long as reading a small spec. `z.lazy` alone makes the schema of a missing member too, to ask whether it may be missing.
 */
export function onDemand<Schema extends z.ZodType>(make: () => Schema): z.ZodLazy<Schema> {
  const schema = z.lazy(make);
  Object.assign(schema._zod, { optin: undefined, optout: undefined });
  return schema;
}

/** One of the kinds of `z.discriminatedUnion('type', …)`, made when the first value is of this kind. */
export function kindOnDemand<Schema extends z.ZodObject<{ readonly type: z.ZodLiteral<string> }>>(
  type: z.output<Schema>['type'], make: () => Schema,
): z.ZodLazy<Schema> {
  const schema = onDemand(make);
  Object.assign(schema._zod, { propValues: { type: new Set([type]) } });
  return schema;
}
