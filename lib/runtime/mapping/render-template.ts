import { GatewayError } from '../../errors';
import { DEFAULT_VENDOR, isDeeperThan, LOCAL_ENVIRONMENT } from '../../spec';
import type { RunInSandbox, SandboxJob, SandboxOutcome } from '../sandbox/jobs';
import { MAIN_THREAD_STEPS, withinSteps } from '../sandbox/step-budget';
import { isMap } from './json';
import { compileTemplate } from './template';
import { templateScope, type TemplateScope, type TemplateSource } from './template-scope';
import { decodeMap, encodeMap } from './velocity/encoded-values';
import { readMember, silentMap, type ValueMap } from './velocity/values';

/** A template and its inputs. */
export interface TemplateInvocation {
  readonly template: string;
  /** The value of `$input.body`: the client's body for a request template, the integration's for a response template. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Decoded. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly stageVariables?: Readonly<Record<string, string>>;
  /** Members of `$context`, by dotted names: `{ 'authorizer.principalId': 'me', stage: 'prod' }`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Default POST. */
  readonly method?: string;
  /** Path template of the resource; default `/`. */
  readonly resource?: string;
  /** For messages; default `given`. */
  readonly name?: string;
}

/** The result of a rendering. */
export interface RenderedTemplate {
  readonly text: string;
  /** The members that the template set in `$context.requestOverride` and `$context.responseOverride`. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** Members of `context` in members of `context`; deeper ones are refused. */
const MAX_CONTEXT_LEVELS = 100;

/**
 * Renders one mapping template as a request would, within the step budget of the main thread; undefined if that does not suffice.
 * Inputs that a test omits are the same each time: ids, time, `$context`.
 * @throws TEMPLATE_FAILED
 * @example renderWithinBudget({ template: '{"id": "$input.params(\'id\')"}', pathParameters: { id: '7' } })?.text // {"id": "7"}
 */
export function renderWithinBudget(invocation: TemplateInvocation): RenderedTemplate | undefined {
  const scope = scopeOf(invocation);
  const { render } = compileTemplate(nameOf(invocation), invocation.template);
  const rendered = withinSteps(MAIN_THREAD_STEPS, () => render(scope.variables(invocation.body ?? '')));
  return rendered && { text: rendered.value, overrides: overridesOf(scope.context) };
}

/** The same as a job for a worker, which parses the template too. @throws TEMPLATE_FAILED */
export function renderingJob(invocation: TemplateInvocation): SandboxJob {
  const { context, parameters, stageVariables } = scopeOf(invocation);
  return {
    type: 'render', template: invocation.template, payload: invocation.body ?? '', scope: { context: encodeMap(context), parameters, stageVariables },
  };
}

/** Returns the rendering by the worker. @throws TEMPLATE_FAILED, SANDBOX_BUSY */
export function renderedBy(outcome: SandboxOutcome, invocation: TemplateInvocation): RenderedTemplate {
  if (outcome.type === 'rendered') return { text: outcome.text, overrides: overridesOf(decodeMap(outcome.context)) };
  if (outcome.type === 'refused' || outcome.type === 'expired') throw failed(invocation, outcome.reason);
  throw new GatewayError('SANDBOX_BUSY', {});
}

/** Renders in a worker, whatever the template costs. @throws TEMPLATE_FAILED, SANDBOX_BUSY */
export async function renderTemplate(invocation: TemplateInvocation, run: RunInSandbox): Promise<RenderedTemplate> {
  return renderedBy(await run(renderingJob(invocation)), invocation);
}

function nameOf({ name = 'given' }: TemplateInvocation): string {
  return name;
}

function failed(invocation: TemplateInvocation, reason: string): GatewayError {
  return new GatewayError('TEMPLATE_FAILED', { which: nameOf(invocation), reason });
}

function scopeOf(invocation: TemplateInvocation): TemplateScope {
  const scope = templateScope(sourceOf(invocation));
  if (isDeeperThan(invocation.context, MAX_CONTEXT_LEVELS)) throw failed(invocation, `its context is nested deeper than ${MAX_CONTEXT_LEVELS} levels`);
  for (const [name, value] of Object.entries(invocation.context ?? {})) {
    const names = name.split('.');
    if (names.length > MAX_CONTEXT_LEVELS) throw failed(invocation, `a name of its context has more than ${MAX_CONTEXT_LEVELS} parts`);
    setContext(scope.context, names, value);
  }
  return scope;
}

function sourceOf({ headers, query, pathParameters, stageVariables, method = 'POST', resource = '/' }: TemplateInvocation): TemplateSource {
  const path = resource.replace(/\{([^{}+]+)\+?\}/g, (whole, name: string) => pathParameters?.[name] ?? whole);
  const fields = Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
  return {
    received: { method, sourceIp: '127.0.0.1', protocol: 'HTTP/1.1', receivedAt: 0 },
    ids: { requestId: '00000000-0000-4000-8000-000000000000', invocationId: '', extendedRequestId: 'AAAAAAAAAAAAAAA=', edgeId: 'AA==', edgeHost: '0'.repeat(32), trace: { text: 'Root=1-0-0' } },
    headers: fields,
    fullPath: `/test${path}`,
    stage: {
      protocol: 'rest', name: 'test', accountId: LOCAL_ENVIRONMENT.accountId, apiId: 'api', deploymentId: 'deployment', domainName: 'api.test', vendor: DEFAULT_VENDOR,
      variables: stageVariables ?? {},
    },
    plan: { resourceId: 'resource', resourcePath: resource },
    pathParameters: pathParameters ?? {},
    queryParameters: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, typeof value === 'string' ? [value] : value])),
  };
}

/** Creates missing maps on the way. */
function setContext(context: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    context[name] = value;
    return;
  }
  const inner = readMember(context, name);
  const map = isMap(inner) ? inner : silentMap();
  context[name] = map;
  setContext(map, rest, value);
}

function overridesOf(context: ValueMap): Record<string, unknown> {
  const set = ['requestOverride', 'responseOverride'].map((name) => [name, membersSet(readMember(context, name))] as const);
  return Object.fromEntries(set.filter(([, members]) => Object.keys(members).length > 0));
}

/** Removes maps in which nothing was set. */
function membersSet(overrides: unknown): Record<string, unknown> {
  const members = isMap(overrides) ? Object.entries(overrides) : [];
  return Object.fromEntries(members.filter(([, value]) => !isMap(value) || Object.keys(value).length > 0));
}
