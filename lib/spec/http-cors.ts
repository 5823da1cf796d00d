import * as z from 'zod';
import { LIMITS } from './limits';

const listed = (what: string) => z.array(z.string().min(1)).default([]).describe(what);

/**
 * Cross-origin resource sharing of an HTTP API: the service answers preflights that no route takes, and replaces the CORS headers of
 * integrations.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const httpCorsSchema = z.strictObject({
  allowOrigins: listed('Origins that may read responses: `https://shop.example`, `*`, `https://*` or `http://*`.'),
  allowMethods: listed('Methods, or `*`.'),
  allowHeaders: listed('Request headers, or `*`.'),
  exposeHeaders: listed('Response headers that scripts may read, or `*`.'),
  maxAgeSeconds: z.int().min(LIMITS.httpCorsMaxAge.min).max(LIMITS.httpCorsMaxAge.max).optional().describe('How long browsers keep the answer to a preflight; -1: not at all.'),
  allowCredentials: z.boolean().default(false).describe('Whether browsers may send credentials; not with the origin `*`.'),
});

export type HttpCorsSpec = z.output<typeof httpCorsSchema>;
