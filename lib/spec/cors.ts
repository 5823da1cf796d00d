import * as z from 'zod';
import { httpMethodSchema } from './http-method';
import { capitalize } from './vendor';

/** An origin as browsers send it, or `*`. */
const origin = z.string().regex(/^(\*|null|([a-z][a-z0-9+.-]*:\/\/)?(\$\{token:[^}]+\})[^\s/?#]*|[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+)$/, '* or scheme://host[:port]');
const fieldName = z.string().regex(/^([!#$%&'*+.^_`|~0-9A-Za-z-]+)$/, 'a header name or *');

/**
 * Cross-origin resource sharing of a resource: the preflight is answered by the gateway, and mapped methods carry
 * Access-Control-Allow-Origin. Under proxy integration the function must send it itself.
 * @see docs/internals/parity-evidence.md, Endpoints
 */
export const corsSchema = z.strictObject({
  methods: z.array(httpMethodSchema).min(1).describe('The protected methods; OPTIONS is added to the preflight answer.'),
  allowOrigins: z.array(origin).min(1).default(['*']).describe('Origins that may read responses, or `*` alone.'),
  allowHeaders: z.array(fieldName).describe('What Access-Control-Allow-Headers lists.'),
  allowMethods: z.array(z.string()).min(1).describe('What Access-Control-Allow-Methods lists.'),
  allowCredentials: z.boolean().default(false).describe('Adds Access-Control-Allow-Credentials.'),
  maxAgeSeconds: z.int().min(-1).max(86_400).optional().describe('Access-Control-Max-Age; -1 disables caching in browsers.'),
  exposeHeaders: z.array(fieldName).default([]).describe('Response headers that scripts may read.'),
  statusCode: z.int().min(200).max(299).default(200).describe('Status of the preflight response.'),
});

export type CorsSpec = z.output<typeof corsSchema>;

/** The default request headers of a preflight, in the base specification's order (rule 3). */
export function defaultAllowHeaders(platform: string): string[] {
  return ['Content-Type', `X-${capitalize(platform)}-Date`, 'Authorization', 'X-Api-Key', 'Cache-Control', 'X-Requested-With'];
}

/** `POST` becomes `POST,OPTIONS` (rule 3); ANY stands for the seven methods it serves. */
export function defaultAllowMethods(methods: readonly string[]): string[] {
  const named = methods.flatMap((method) => (method === 'ANY' ? ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] : [method]));
  return [...new Set([...named.filter((method) => method !== 'OPTIONS').sort(), 'OPTIONS'])];
}
