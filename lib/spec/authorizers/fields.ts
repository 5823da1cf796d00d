import * as z from 'zod';
import { LIMITS } from '../limits';
import { isTrustworthyUrl } from './issuer';

/* Fields that several kinds of authorizers have. */

const TOKEN = /\$\{token:[^}]+\}/g;

/** The location of a token: one request header. */
export const tokenSourceSchema = z
  .string()
  .regex(/^(method\.request\.header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+|\$request\.(header|querystring)\.\S+)$/, 'method.request.header.<name>; in an HTTP API $request.{header|querystring}.<name>')
  .default('method.request.header.Authorization')
  .describe('The header that carries the token.');

/** The location of a part of the caller's identity. */
export const identitySourceSchema = z
  .string()
  .regex(
    /^((?:method|route)\.request\.(header|querystring)|stageVariables|context|\$request\.(header|querystring)|\$stageVariables|\$context)\.\S+$/,
    'method.request.{header|querystring}.<name>, stageVariables.<name> or context.<name>; in an HTTP API $request.{header|querystring}.<name>, $stageVariables.<name> or $context.<name>; in a WebSocket API route.request.{header|querystring}.<name>',
  );

/** Seconds to cache a decision for the same identity; 0 disables the cache. */
export const resultsCacheTtlSchema = z
  .int()
  .min(LIMITS.authorizerCacheSeconds.min)
  .max(LIMITS.authorizerCacheSeconds.max)
  .default(LIMITS.authorizerCacheSeconds.default)
  .describe('Seconds to cache a result for the same identity; 0 disables the cache.');

/** An issuer, or another URL that keys are fetched from. With CDK tokens in it, it is checked once their values are known. */
export const issuerSchema = z
  .string()
  .refine((text) => !/[\s?#]/.test(text) && (text.startsWith('${token:') || isTrustworthyUrl(text.replace(TOKEN, 'x'))), 'https://…, or http:// of this machine');
