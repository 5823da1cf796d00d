import { createColors } from 'picocolors';
import * as z from 'zod';
import { CATALOG } from '../../errors';
import { suggestText, type DashboardState, type LimitsState, type RequestList, type RequestRecord, type RequestSummary, type TemplateResult } from '../../runtime';
import type { DashboardApi } from '../dashboard-api';
import { recordText } from '../explain/record-text';
import { shortened, SHOWN_CHARACTERS, tool, type Tool, type ToolAnswer } from './tool';

/** As many as the gateway keeps. */
const MOST_REQUESTS = 1_000;
const noColors = createColors(false);

const characters = z.int().min(100).max(300_000).default(SHOWN_CHARACTERS).describe('longer texts, such as bodies, are cut to this many characters');
const requestId = z.string().min(1).describe('id of a request: x-amzn-requestid of its response, id in the list of requests, or the id of its trace');
const texts = z.record(z.string(), z.string());

export const READING_TOOLS: readonly Tool[] = [
  tool({
    name: 'routes', title: 'Routes', effect: 'reads',
    description: 'The served APIs with their stages, routes, keys and functions, and whether the last build failed. Read it before sending a request.',
    input: z.strictObject({ filter: z.string().default('').describe('only routes whose method, path or integration contains this text, in any case') }),
  }, async ({ filter }, api) => {
    const state = await api.get<DashboardState>('/api/state');
    const apis = state.apis.map((entry) => ({ ...entry, stages: entry.stages.map((stage) => withRoutes(stage, filter)) }));
    return { data: { ...state, apis } };
  }),
  tool({
    name: 'requests', title: 'Requests', effect: 'reads',
    description: 'The last requests, newest first, in one line each: status, function, code of the error, and why the gateway answered itself.',
    input: z.strictObject({
      filter: z.string().default('').describe('only requests whose method, path, query, status, route, code, sentence, function or id contains this text'),
      onlyErrors: z.boolean().default(false).describe('only answers with a status of 400 and above'),
      limit: z.int().min(1).max(MOST_REQUESTS).default(20),
    }),
  }, async ({ filter, onlyErrors, limit }, api) => {
    const { items, kept, dropped } = await listed(api, filter, onlyErrors ? MOST_REQUESTS : limit);
    const wanted = items.filter(({ status }) => !onlyErrors || status >= 400).slice(0, limit);
    return { data: { items: wanted, kept, dropped } };
  }),
  tool({
    name: 'request', title: 'One request', effect: 'reads',
    description: 'Everything about a request: each step of the pipeline up to where it stopped, why, event and result of the function, templates with input and output, '
      + 'console lines, execution log, headers and bodies. Secrets are masked.',
    input: z.strictObject({ id: requestId, characters }),
  }, async ({ id, characters: most }, api) => ({ data: { ...shortened(await recordOf(api, id), most) } })),
  tool({
    name: 'explain', title: 'Why?', effect: 'reads',
    description: 'Why a request was answered as it was, and what to do; or what an error code means. Without a subject, the last request that failed.',
    input: z.strictObject({ subject: z.string().min(1).optional().describe('id of a request, or an error code such as ROUTE_UNKNOWN') }),
  }, async ({ subject }, api) => (subject !== undefined && /^[A-Z][A-Z0-9_]*$/.test(subject) ? codeAnswer(subject) : explained(subject, api))),
  tool({
    name: 'logs', title: 'Logs', effect: 'reads',
    description: 'What functions wrote (console.log, errors with their stack), of one request or of the last ones; newest request first.',
    input: z.strictObject({
      id: requestId.optional(),
      function: z.string().optional().describe('only lines of this function'),
      requests: z.int().min(1).max(100).default(20).describe('how many of the last requests are looked at'),
    }),
  }, async ({ id, function: name, requests }, api) => {
    const ids = id === undefined ? (await listed(api, '', requests)).items.map((item) => item.id) : [id];
    const lines: unknown[] = [];
    for (const requestId of ids) {
      const { console: written } = await recordOf(api, requestId);
      const wanted = written.filter(({ functionName }) => name === undefined || functionName === name);
      lines.push(...wanted.map((line) => ({ requestId, ...line })));
    }
    return { data: { lines: shortened(lines, SHOWN_CHARACTERS) } };
  }),
  tool({
    name: 'render_template', title: 'Render a mapping template', effect: 'reads',
    description: 'Renders a mapping template (VTL) as API Gateway does, with $input, $context, $stageVariables and $util; answers its output, or the error with its line.',
    input: z.strictObject({
      template: z.string(), body: z.string().optional(),
      headers: texts.optional(), query: texts.optional(), pathParameters: texts.optional(),
      stageVariables: texts.optional(), context: z.record(z.string(), z.unknown()).optional().describe('members of $context by dotted names'),
      method: z.string().optional(), resource: z.string().optional(),
    }),
  }, async (request, api) => ({ data: { ...await api.post<TemplateResult>('/api/template', request) } })),
  tool({
    name: 'limits', title: 'Limits', effect: 'reads',
    description: 'Quotas of keys with what is used, throttles with the requests that may pass now, and caches with their entries.',
    input: z.strictObject({}),
  }, async (_, api) => ({ data: { ...await api.get<LimitsState>('/api/limits') } })),
];

type Stage = DashboardState['apis'][number]['stages'][number];

/** Without the models, which are long: the example of a body says what to send. */
function withRoutes(stage: Stage, filter: string): object {
  const wanted = filter.toLowerCase();
  const routes = stage.routes.filter(({ method, path, integrationLabel }) => `${method} ${path} ${integrationLabel}`.toLowerCase().includes(wanted));
  return { ...stage, routes: routes.map(({ models: _, ...route }) => route) };
}

function listed(api: DashboardApi, filter: string, limit: number): Promise<RequestList> {
  return api.get<RequestList>(`/api/requests?limit=${limit}&filter=${encodeURIComponent(filter)}`);
}

function recordOf(api: DashboardApi, id: string): Promise<RequestRecord> {
  return api.get<RequestRecord>(`/api/requests/${encodeURIComponent(id)}`);
}

async function explained(id: string | undefined, api: DashboardApi): Promise<ToolAnswer> {
  const last = id === undefined ? (await listed(api, '', MOST_REQUESTS)).items.find(({ status }: RequestSummary) => status >= 400)?.id : id;
  if (last === undefined) return { data: {}, text: 'none of the requests that are kept has failed' };
  const record = await recordOf(api, last);
  const { method, path, query, status, function: name, steps, why, cors, console: written } = record;
  const data = { id: last, method, path, query, status, function: name, steps, why, cors, console: written };
  return { data: shortened(data, SHOWN_CHARACTERS), text: shortened(recordText(record, noColors), 2 * SHOWN_CHARACTERS) };
}

function codeAnswer(code: string): ToolAnswer {
  const row = Object.entries(CATALOG).find(([name]) => name === code)?.[1];
  if (row === undefined) return { data: { code }, text: `there is no such code; ${suggestText(code, Object.keys(CATALOG))}` };
  const { kind, message, help } = row;
  return { data: { code, kind, message, help } };
}
