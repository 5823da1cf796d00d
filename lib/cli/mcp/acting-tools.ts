import * as z from 'zod';
import type { ClockState, DashboardState, LimitsState, ReplayResult, RequestRecord } from '../../runtime';
import { CALLER, chosenApi, headers, linesOf, TARGET } from './call-input';
import { shortened, SHOWN_CHARACTERS, tool, type Tool } from './tool';

const body = z.string().optional().describe('body, as text');
const path = z.string().startsWith('/').optional().describe('path without the stage, with the query: /pets/7?color=red');
const method = z.string().regex(/^[A-Z]+$/, 'a method such as GET').optional();

/** The tools that send requests, or change limits and the clock. */
export const ACTING_TOOLS: readonly Tool[] = [
  tool({
    name: 'invoke', title: 'Send a request', effect: 'sends',
    description: 'Sends a request through the whole gateway (authorizer, key, throttle, validation, function) and answers its record, with each step and why it stopped.',
    input: z.strictObject({
      ...TARGET, method: method.default('GET'), path: path.unwrap(), headers, body, ...CALLER,
    }),
  }, async ({ headers: given, ...request }, api) => {
    const play = { ...request, ...await chosenApi(request, api), headers: linesOf(given) };
    const record = await api.post<RequestRecord>('/api/requests', play); // JSON has no members that are undefined
    return { data: { ...shortened(record, SHOWN_CHARACTERS) } };
  }),
  tool({
    name: 'replay', title: 'Send a request again', effect: 'sends',
    description: 'Sends a recorded request again, with its secrets and with changes if given, and lists how the answer differs from the first one.',
    input: z.strictObject({ id: z.string().min(1).describe('id of a request that is kept'), method, path, headers, body, ...CALLER }),
  }, async ({ id, headers: given, ...changes }, api) => {
    const overrides = { ...changes, headers: linesOf(given) };
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
