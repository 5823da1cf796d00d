import * as z from 'zod';
import { showsSecrets, withBody, type Operation } from './operation';

const texts = z.record(z.string(), z.string());
const templateSchema = z.strictObject({
  template: z.string(),
  body: z.string().exactOptional(),
  headers: texts.exactOptional(),
  query: texts.exactOptional(),
  pathParameters: texts.exactOptional(),
  stageVariables: texts.exactOptional(),
  context: z.record(z.string(), z.unknown()).exactOptional(),
  method: z.string().exactOptional(),
  resource: z.string().exactOptional(),
});
const CENTURY_MS = 100 * 365 * 86_400_000;
const clockSchema = z.union([z.strictObject({ advanceMs: z.number().min(0).max(CENTURY_MS) }), z.strictObject({ reset: z.literal(true) })]);
const stageSchema = z.strictObject({ api: z.string(), stage: z.string() });
const tokenSchema = z.strictObject({
  pool: z.string().exactOptional().describe('construct, id, ARN or issuer of the pool, or its authorizer; optional if there is only one'),
  claims: z.record(z.string(), z.unknown()).exactOptional(),
  groups: z.array(z.string()).exactOptional(),
  scopes: z.array(z.string()).exactOptional(),
  use: z.enum(['id', 'access']).exactOptional(),
  clientId: z.string().exactOptional(),
  expiresInSeconds: z.number().positive().exactOptional(),
});
const resetSchema = z.strictObject({ key: z.string().exactOptional(), cache: stageSchema.exactOptional() });

export const GATEWAY_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET', path: '/api/state', summary: 'APIs with stages, routes and keys; build and clock', answers: 'DashboardState',
    query: { secrets: '1: with the values of keys, which are masked otherwise' },
    run: (call, { state }) => ({ json: state(showsSecrets(call)) }),
  },
  {
    method: 'GET', path: '/api/events', summary: 'What happens from now on, as server-sent events', answers: 'text/event-stream',
    run: (_, { openEvents }) => ({ stream: openEvents(), mediaType: 'text/event-stream' }),
  },
  withBody(clockSchema, { path: '/api/clock', summary: 'Advance the gateway\'s clock, or set it back to the system\'s', answers: 'ClockState' },
    async ({ body }, { changeClock }) => ({ json: await changeClock(body) })),
  {
    method: 'GET', path: '/api/reference/{id}', summary: 'An API, by its name, as an OpenAPI document', answers: 'application/json',
    run: ({ id }, { reference }) => ({ json: reference.document(id) }),
  },
  {
    method: 'GET', path: '/api/limits', summary: 'Quotas, throttles and caches, with what is used', answers: 'LimitsState',
    run: (_, { limits }) => ({ json: limits() }),
  },
  withBody(resetSchema, { path: '/api/limits/reset', summary: 'Reset the limits of a key, the cache of a stage, or everything', answers: 'LimitsState' },
    async ({ body }, { resetLimits, limits }) => {
      await resetLimits(body);
      return { json: limits() };
    }),
  withBody(tokenSchema, { path: '/api/tokens', summary: 'Sign a token of the local issuer', answers: 'IssuedToken' },
    async ({ body }, { issueToken }) => ({ json: { token: await issueToken(body) } })),
  withBody(templateSchema, { path: '/api/template', summary: 'Render a mapping template', answers: 'TemplateResult' },
    async ({ body }, { renderTemplate }) => ({ json: await renderTemplate(body) })),
];
