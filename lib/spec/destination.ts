import * as z from 'zod';

/** Name of a function in a spec. */
export const functionNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,140}$/);

/** An on-failure destination: a function or a URL. */
export const destinationSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('function'),
    function: functionNameSchema.describe('Name of the function that is called with the record.'),
  }),
  z.strictObject({
    type: z.literal('http'),
    url: z.string()
      .regex(/^(https?:\/\/|(?=\$\{token:))(\$\{token:[^}]+\}|[^\s#])+$/, 'http(s)://host/path')
      .describe('URL that the record is posted to; may contain `${token:…}`.'),
  }),
]);

export type DestinationSpec = z.output<typeof destinationSchema>;

/** The description of a destination for code that does not depend on its kind: one of the two members is undefined. */
export interface DestinationDescription {
  /** Name of the function that receives the records. */
  readonly function: string | undefined;
  /** URL that the records are posted to. */
  readonly url: string | undefined;
}

type DestinationOf<Kind extends DestinationSpec['type']> = Extract<DestinationSpec, { readonly type: Kind }>;

const DESCRIBERS: { readonly [Kind in DestinationSpec['type']]: (spec: DestinationOf<Kind>) => DestinationDescription } = {
  function: (spec) => ({ function: spec.function, url: undefined }),
  http: ({ url }) => ({ function: undefined, url }),
};

/** Describes a destination to code that does not depend on its kind. */
export function describeDestination(spec: DestinationSpec): DestinationDescription {
  const describe = DESCRIBERS[spec.type] as (destination: DestinationSpec) => DestinationDescription; // the entry that `spec.type` names
  return describe(spec);
}
