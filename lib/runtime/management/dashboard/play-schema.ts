import * as z from 'zod';

const headersSchema = z.array(z.strictObject({ name: z.string().min(1), value: z.string() })).readonly();
const identitySchema = z.union([
  z.strictObject({
    authorizer: z.string().min(1).describe('of user pools or JWTs: a token of the local issuer is sent'),
    claims: z.record(z.string(), z.unknown()).exactOptional(),
    groups: z.array(z.string()).exactOptional(), scopes: z.array(z.string()).exactOptional(),
  }),
  z.strictObject({ credential: z.string().min(1).describe('access key of one that the gateway accepts, with which the request is signed') }),
]);

export const playSchema = z.strictObject({
  api: z.string(), stage: z.string().min(1), method: z.string().regex(/^[A-Z]+$/), path: z.string(),
  headers: headersSchema.exactOptional(), body: z.string().exactOptional(), isBase64: z.boolean().exactOptional(),
  key: z.string().exactOptional(), identity: identitySchema.exactOptional(),
});
