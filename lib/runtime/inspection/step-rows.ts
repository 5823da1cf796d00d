import type { StepName, StepRecord } from './protocol';
import type { InspectedMethod } from '../plan/inspection';
import type { ErrorCode, GatewayError } from '../../errors';
import { sentenceOf } from './why';
import type { RequestTrace } from './request-trace';

interface Rows {
  readonly trace: RequestTrace;
  readonly method: InspectedMethod;
  /** The step that ended the request, with an error or with an answer from the cache. */
  readonly stop: StepName | undefined;
  readonly ms: ReadonlyMap<StepName, number>;
}

/** The rows that a step of the pipeline is shown as; several share the time of the first. Others are not shown. */
const ROWS: Readonly<Record<string, (method: InspectedMethod, trace: RequestTrace) => readonly StepName[]>> = {
  authorize: ({ hasPolicy, authorizer }) => [...(hasPolicy ? ['policy'] as const : []), ...(authorizer === undefined ? [] : ['authorizer'] as const)],
  identify: () => ['key'],
  throttle: (_, { progress }) => (progress.routed?.apiKey?.limits.quota === undefined ? ['throttle'] : ['throttle', 'quota']),
  // every method looks for a coding, few requests have one
  decompress: (_, { marks }) => (marks.at(-1)?.step === 'decompress' ? ['decompression'] : []),
  validate: () => ['validation'],
  fromCache: () => ['cache'],
  integrationRequest: ({ hasTemplates }) => (hasTemplates.request ? ['request template'] : []),
  integrate: (method) => [callName(method)],
  integrationResponse: ({ hasTemplates }) => (hasTemplates.response ? ['response template'] : []),
};

/** The row that ends a request, where a step has several or none. */
const STOPS: Readonly<Record<string, (code: ErrorCode, method: InspectedMethod) => StepName>> = {
  authorize: (code, { hasPolicy, authorizer }) => ((hasPolicy && code.startsWith('POLICY_')) || authorizer === undefined ? 'policy' : 'authorizer'),
  identify: () => 'key',
  throttle: (code) => (code === 'QUOTA_EXCEEDED' ? 'quota' : 'throttle'),
  decompress: () => 'decompression',
  validate: () => 'validation',
  fromCache: () => 'cache',
  integrationRequest: (_, method) => (method.hasTemplates.request ? 'request template' : callName(method)),
  integrate: (_, method) => callName(method),
  integrationResponse: (code, method) => (method.hasTemplates.response && !code.startsWith('FUNCTION_') ? 'response template' : callName(method)),
};

function callName(method: InspectedMethod): StepName {
  return method.function === undefined ? 'integration' : 'function';
}

/** The pipeline of a request as it is shown: what it passed, where it stopped, what it did not reach. */
export function stepRows(trace: RequestTrace): StepRecord[] {
  const { progress, method, reply } = trace;
  if (method === undefined) return rowsWithoutMethod(trace);
  const { about } = method;
  const stop = stopOf(trace, about);
  const rows: Rows = { trace, method: about, stop, ms: durations(trace, about) };
  const names = method.steps.flatMap((step) => ROWS[step]?.(about, trace) ?? []);
  const route: StepRecord = { name: 'route', status: 'passed', ms: 0, detail: routeText(trace) };
  const all = stop === 'response' ? [...names, stop] : names;
  const parts = { error: reply?.error, progress };
  return [route, ...all.map((name, index) => rowOf(name, { ...rows, isAfter: isAfterStop(all, index, stop) }, parts))];
}

export function stoppedAt(trace: RequestTrace): StepName | undefined {
  if (trace.method !== undefined) return stopOf(trace, trace.method.about);
  return trace.reply?.error === undefined ? undefined : 'route';
}

function rowsWithoutMethod({ progress, reply }: RequestTrace): StepRecord[] {
  const error = reply?.error;
  if (error !== undefined) return [{ name: 'route', status: 'stopped', ms: 0, detail: sentenceOf(error) }];
  return [
    { name: 'route', status: 'passed', ms: 0, detail: `OPTIONS ${progress.path}` },
    { name: 'preflight', status: 'stopped', ms: 0, detail: 'answered by the gateway' },
  ];
}

function isAfterStop(names: readonly StepName[], index: number, stop: StepName | undefined): boolean {
  const at = stop === undefined ? -1 : names.indexOf(stop);
  return at !== -1 && index > at;
}

/** The last step that began ends a request that failed; a hit of the cache leaves the call out. */
function stopOf({ marks, reply, method }: RequestTrace, about: InspectedMethod): StepName | undefined {
  const error = reply?.error;
  if (error === undefined) {
    const isHit = method?.steps.includes('integrate') === true && !marks.some(({ step }) => step === 'integrate');
    return isHit ? 'cache' : undefined;
  }
  const last = marks.at(-1)?.step ?? '';
  return STOPS[last]?.(error.code, about) ?? 'response';
}

/** A step lasts until the next one begins. */
function durations(trace: RequestTrace, about: InspectedMethod): Map<StepName, number> {
  const { marks, endedAt } = trace;
  const ms = new Map<StepName, number>();
  for (const [index, { step, at }] of marks.entries()) {
    const name = ROWS[step]?.(about, trace).at(-1) ?? (step.startsWith('integration') ? callName(about) : undefined);
    if (name !== undefined) ms.set(name, (ms.get(name) ?? 0) + Math.max(0, (marks[index + 1]?.at ?? endedAt) - at));
  }
  return ms;
}

interface RowParts {
  readonly error: GatewayError | undefined;
  readonly progress: RequestTrace['progress'];
}

function rowOf(name: StepName, rows: Rows & { readonly isAfter: boolean }, { error, progress }: RowParts): StepRecord {
  const { trace, method, stop, ms, isAfter } = rows;
  if (isAfter) return { name, status: 'skipped', ms: 0 };
  const isStop = name === stop;
  const ended = error === undefined ? 'hit' : sentenceOf(error);
  const text = isStop ? ended : DETAILS[name]?.(trace, method, progress);
  const rounded = Math.round((ms.get(name) ?? 0) * 1_000) / 1_000;
  return { name, status: isStop ? 'stopped' : 'passed', ms: rounded, ...(text === undefined ? {} : { detail: text }) };
}

type Detail = (trace: RequestTrace, method: InspectedMethod, progress: RequestTrace['progress']) => string | undefined;

const DETAILS: Partial<Record<StepName, Detail>> = {
  authorizer: (_, { authorizer }, { routed }) => [authorizer, callerText(routed?.principal)].filter((text) => text !== undefined).join(': '),
  key: (_, __, { routed }) => routed?.apiKey && `key ${routed.apiKey.id}`,
  quota: ({ quota }) => quota && `${quota.used} of ${quota.limit} a ${quota.period.toLowerCase()} of plan ${quota.plan}`,
  cache: () => 'miss',
  'request template': ({ renderings }) => renderings.find(({ place }) => place === 'request')?.mediaType ?? 'none for this content type: passed through',
  'response template': ({ renderings }) => renderings.find(({ place }) => place === 'response')?.mediaType ?? 'none: passed through',
  function: ({ instance }, { label }) => `${label}${instance === undefined ? '' : `, ${instance.cold ? 'cold' : 'warm'}`}`,
  integration: (_, { label }) => label,
};

function callerText(principal: NonNullable<RequestTrace['progress']['routed']>['principal'] | undefined): string | undefined {
  switch (principal?.type) {
    case 'function': return `${principal.principalId}${principal.integrationLatency === 0 ? ' (cached)' : ''}`;
    case 'claims': return principal.claims.sub;
    case 'iam': return principal.userArn;
    default: return undefined;
  }
}

function routeText({ progress: { routed } }: RequestTrace): string {
  return routed === undefined ? '' : `${routed.plan.httpMethod} ${routed.plan.resourcePath}`;
}
