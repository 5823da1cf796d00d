import * as z from 'zod';
import { GatewayError } from '../../errors';
import type { ClockState, DashboardState, LimitsState, PlayRequest, ReplayResult, RequestRecord } from '../../runtime';
import type { DashboardApi } from '../dashboard-api';
import { shortened, SHOWN_CHARACTERS } from './shorten';
import { tool, type Tool } from './tool';

const headers = z.record(z.string(), z.string()).optional().describe('headers by name');
const body = z.string().optional().describe('body, as text');
const key = z.string().optional().describe('name of an API key of the definition, whose value is sent as x-api-key');
const identity = z.union([
  z.strictObject({
    authorizer: z.string().describe('name of an authorizer of user pools or JWTs, as in the tool routes'),
    claims: z.record(z.string(), z.unknown()).optional().describe('such as sub, email'),
    groups: z.array(z.string()).optional(), scopes: z.array(z.string()).optional().describe('scopes of an access token; without any, an ID token is sent'),
  }),
  z.strictObject({ credential: z.string().describe('access key of a credential of the gateway, for AWS_IAM') }),
]).optional().describe('who calls: the gateway sends a token of its local issuer, or signs the request');
const path = z.string().startsWith('/').optional().describe('path without the stage, with the query: /pets/7?color=red');
const method = z.string().regex(/^[A-Z]+$/, 'a method such as GET').optional();

/** The tools that send requests, or change limits and the clock. */
export const ACTING_TOOLS: readonly Tool[] = [
  tool({
    name: 'invoke', title: 'Send a request', effect: 'sends',
    description: 'Sends a request through the whole gateway (authorizer, key, throttle, validation, function) and answers its record, with each step and why it stopped.',
    input: z.strictObject({
      api: z.string().optional().describe('name of the API; optional if there is one'),
      stage: z.string().optional().describe('stage; optional if there is one, or one called prod'),
      method: method.default('GET'), path: path.unwrap(), headers, body, key, identity,
    }),
  }, async ({ headers, ...request }, api) => {
    const play = { ...request, ...await target(request, api), headers: linesOf(headers) };
    const record = await api.post<RequestRecord>('/api/requests', play); // JSON has no members that are undefined
    return { data: { ...shortened(record, SHOWN_CHARACTERS) } };
  }),
  tool({
    name: 'replay', title: 'Send a request again', effect: 'sends',
    description: 'Sends a recorded request again, with its secrets and with changes if given, and lists how the answer differs from the first one.',
    input: z.strictObject({ id: z.string().min(1).describe('id of a request that is kept'), method, path, headers, body, key, identity }),
  }, async ({ id, headers, ...changes }, api) => {
    const overrides = { ...changes, headers: linesOf(headers) };
    return { data: { ...shortened(await api.post<ReplayResult>(`/api/requests/${encodeURIComponent(id)}/replay`, { overrides }), SHOWN_CHARACTERS) } };
  }),
  tool({
    name: 'clock', title: 'Clock', effect: 'changes',
    description: 'The clock of the gateway, which quotas, throttles, caches and tokens go by; functions have the clock of the machine. '
      + 'Advance it to see the next day, or reset it, which also resets limits and caches.',
    input: z.strictObject({
      advanceSeconds: z.number().min(0).optional().describe('advance it by this much; 86400 is a day'),
      reset: z.boolean().default(false).describe('set it back to the clock of the machine'),
    }),
  }, async ({ advanceSeconds, reset }, api) => {
    if (reset) return { data: { ...await api.post<ClockState>('/api/clock', { reset: true }) } };
    if (advanceSeconds === undefined) return { data: { ...(await api.get<DashboardState>('/api/state')).clock } };
    return { data: { ...await api.post<ClockState>('/api/clock', { advanceMs: advanceSeconds * 1_000 }) } };
  }),
  tool({
    name: 'reset_limits', title: 'Reset limits', effect: 'changes',
    description: 'Resets what is used of the quota and throttle of a key, or empties the cache of a stage, or without arguments everything.',
    input: z.strictObject({
      key: z.string().optional().describe('name of an API key'),
      cache: z.strictObject({ api: z.string(), stage: z.string() }).optional().describe('the stage whose cache is emptied'),
    }),
  }, async (what, api) => ({ data: { ...await api.post<LimitsState>('/api/limits/reset', what) } })),
];

function linesOf(headers: Readonly<Record<string, string>> | undefined): PlayRequest['headers'] {
  return headers === undefined ? undefined : Object.entries(headers).map(([name, value]) => ({ name, value }));
}

interface Chosen {
  readonly api?: string | undefined;
  readonly stage?: string | undefined;
}

/** The API and the stage that are meant. @throws API_NOT_CHOSEN, STAGE_NOT_CHOSEN, API_UNKNOWN */
async function target(choice: Chosen, dashboard: DashboardApi): Promise<Pick<PlayRequest, 'api' | 'stage'>> {
  const { apis } = await dashboard.get<DashboardState>('/api/state');
  const names = apis.map(({ name }) => name).join(', ');
  const api = choice.api === undefined ? apis[0] : apis.find(({ name }) => name === choice.api);
  if (api === undefined) throw new GatewayError('API_UNKNOWN', { name: choice.api ?? '', known: names });
  if (choice.api === undefined && apis.length > 1) throw new GatewayError('API_NOT_CHOSEN', { names });
  const stages = api.stages.map(({ name }) => name);
  const stage = choice.stage ?? (stages.length === 1 ? stages[0] : stages.find((name) => name === 'prod'));
  if (stage === undefined) throw new GatewayError('STAGE_NOT_CHOSEN', { names: stages.join(', ') });
  return { api: api.name, stage };
}
