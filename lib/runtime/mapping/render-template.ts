import { DEFAULT_VENDOR } from '../../spec';
import { isMap } from './json';
import { compileTemplate } from './template';
import { templateScope, type TemplateScope, type TemplateSource } from './template-scope';
import { readMember, silentMap } from './velocity/values';

/** A template and its inputs. */
export interface TemplateInvocation {
  readonly template: string;
  /** What `$input.body` is: the client's body for a request template, the integration's for a response template. */
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
  /** What the template set in `$context.requestOverride` and `$context.responseOverride`; only what was set. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

/**
 * Renders one mapping template as a request would. Inputs that a test omits are the same each time: ids, time, `$context`.
 * @throws TEMPLATE_FAILED
 * @example renderTemplate({ template: '{"id": "$input.params(\'id\')"}', pathParameters: { id: '7' } }).text // {"id": "7"}
 */
export function renderTemplate(invocation: TemplateInvocation): RenderedTemplate {
  const scope = templateScope(sourceOf(invocation));
  for (const [name, value] of Object.entries(invocation.context ?? {})) setContext(scope.context, name.split('.'), value);
  const { render } = compileTemplate(invocation.name ?? 'given', invocation.template);
  const text = render(scope.variables(invocation.body ?? ''));
  return { text, overrides: overridesOf(scope) };
}

function sourceOf({ headers, query, pathParameters, stageVariables, method = 'POST', resource = '/' }: TemplateInvocation): TemplateSource {
  const path = resource.replace(/\{([^{}+]+)\+?\}/g, (whole, name: string) => pathParameters?.[name] ?? whole);
  const fields = Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
  return {
    received: { method, sourceIp: '127.0.0.1', protocol: 'HTTP/1.1', receivedAt: 0 },
    ids: { requestId: '00000000-0000-4000-8000-000000000000', extendedRequestId: 'AAAAAAAAAAAAAAA=', edgeId: 'AA==', edgeHost: '0'.repeat(32), trace: { text: 'Root=1-0-0' } },
    headers: fields,
    fullPath: `/test${path}`,
    stage: {
      name: 'test', accountId: '123456789012', apiId: 'api', deploymentId: 'deployment', domainName: 'api.test', vendor: DEFAULT_VENDOR,
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

function overridesOf({ context }: TemplateScope): Record<string, unknown> {
  const set = ['requestOverride', 'responseOverride'].map((name) => [name, membersSet(readMember(context, name))] as const);
  return Object.fromEntries(set.filter(([, members]) => Object.keys(members).length > 0));
}

/** Removes maps in which nothing was set. */
function membersSet(overrides: unknown): Record<string, unknown> {
  const members = isMap(overrides) ? Object.entries(overrides) : [];
  return Object.fromEntries(members.filter(([, value]) => !isMap(value) || Object.keys(value).length > 0));
}
