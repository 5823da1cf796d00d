import * as z from 'zod';
import { optional } from '../../inspection/optional';
import type { PlayedIdentity, PlayRequest } from '../../inspection/protocol';

const headersSchema = z.array(z.strictObject({ name: z.string().min(1), value: z.string() })).readonly();
const identitySchema = z.union([
  z.strictObject({
    authorizer: z.string().min(1).describe('of user pools or JWTs: a token of the local issuer is sent'),
    claims: z.record(z.string(), z.unknown()).optional(), groups: z.array(z.string()).optional(), scopes: z.array(z.string()).optional(),
  }),
  z.strictObject({ credential: z.string().min(1).describe('access key of one that the gateway accepts, with which the request is signed') }),
]);

export const playSchema = z.strictObject({
  api: z.string(), stage: z.string().min(1), method: z.string().regex(/^[A-Z]+$/), path: z.string(),
  headers: headersSchema.optional(), body: z.string().optional(), isBase64: z.boolean().optional(), key: z.string().optional(),
  identity: identitySchema.optional(),
});

/** The request without members that are undefined. */
export function playOf({ api, stage, method, path, headers, body, isBase64, key, identity }: z.output<typeof playSchema>): PlayRequest {
  return {
    api, stage, method, path,
    ...optional('headers', headers), ...optional('body', body), ...optional('isBase64', isBase64), ...optional('key', key),
    ...identityOf(identity),
  };
}

export function identityOf(identity: z.output<typeof identitySchema> | undefined): Pick<PlayRequest, 'identity'> {
  if (identity === undefined) return {};
  return { identity: 'credential' in identity ? identity : withoutUndefined(identity) };
}

type TokenIdentity = Extract<z.output<typeof identitySchema>, { authorizer: string }>;

function withoutUndefined({ authorizer, claims, groups, scopes }: TokenIdentity): PlayedIdentity {
  return { authorizer, ...optional('claims', claims), ...optional('groups', groups), ...optional('scopes', scopes) };
}
