import * as z from 'zod';
import { LIMITS } from '../limits';

/** The location of a token: one request header. */
export const tokenSourceSchema = z
  .string()
  .regex(/^method\.request\.header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'method.request.header.<name>')
  .default('method.request.header.Authorization')
  .describe('The header that carries the token.');

/** The location of a part of the caller's identity. */
export const identitySourceSchema = z
  .string()
  .regex(/^(method\.request\.(header|querystring)|stageVariables|context)\.\S+$/, 'method.request.{header|querystring}.<name>, stageVariables.<name> or context.<name>');

/** Seconds to cache a decision for the same identity; 0 disables the cache. */
export const resultsCacheTtlSchema = z
  .int()
  .min(LIMITS.authorizerCacheSeconds.min)
  .max(LIMITS.authorizerCacheSeconds.max)
  .default(LIMITS.authorizerCacheSeconds.default)
  .describe('Seconds to cache a result for the same identity; 0 disables the cache.');

/** The part of an identity source that comes before the name, and the name. */
export interface IdentitySource {
  readonly family: 'header' | 'querystring' | 'stageVariables' | 'context';
  readonly name: string;
}

/** Reads a valid identity source. */
export function readIdentitySource(text: string): IdentitySource {
  const [, family = 'header', name = ''] = /^(?:method\.request\.)?(header|querystring|stageVariables|context)\.(.+)$/.exec(text) ?? [];
  return { family: family as IdentitySource['family'], name }; // one of the alternatives of the expression
}
