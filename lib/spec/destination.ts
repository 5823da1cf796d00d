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
