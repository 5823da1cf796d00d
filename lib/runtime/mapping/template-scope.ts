import type { Identified, ServedStage } from '../plan/exchange';
import type { Protocol } from '../../spec';
import { requestContext, type ContextSource } from '../lambda-format/request-context';
import { webSocketContext } from '../lambda-format/web-socket-event';
import { isMap } from './json';
import { parameterMaps, templateInput, type TemplateParameters } from './template-input';
import { TEMPLATE_UTIL } from './template-util';
import { onceMap, silentMap, valueMap, type ValueMap } from './velocity/values';

/** The scope that the templates of one request share: `$context` with its overrides, parameters, stage variables. */
export interface TemplateScope {
  readonly context: ValueMap;
  /** Parameters of the request, the last value of each. */
  readonly parameters: TemplateParameters;
  readonly stageVariables: Readonly<Record<string, string>>;
  /** `$input`, `$util`, `$context`, `$stageVariables` and `$method` for a template that reads this payload. */
  readonly variables: (payload: string) => ValueMap;
}

/** The part of a request that templates see. */
export type TemplateSource = ContextSource & Pick<Identified, 'pathParameters' | 'queryParameters'> & {
  readonly stage: Pick<ServedStage, 'variables' | 'protocol'>;
};

/**
 * Makes the scope of one request. Values that the request template sets in `$context` are visible to the response template.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html; recorded cases override-path-to-response-template-*
 */
export function templateScope(request: TemplateSource): TemplateScope {
  const context = templateContext(request);
  const parameters: TemplateParameters = {
    path: request.pathParameters,
    querystring: lastValues(Object.entries(request.queryParameters)),
    header: lastValues(request.headers.map(({ name, value }) => [name, [value]])),
  };
  return {
    context,
    parameters,
    stageVariables: request.stage.variables,
    variables: (payload) => scopeVariables(payload, { context, parameters, stageVariables: request.stage.variables }),
  };
}

/**
 * `$input`, `$util`, `$context`, `$stageVariables` and `$method.request.{path|querystring|header}`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html, the note on `$method`
 */
export function scopeVariables(payload: string, { context, parameters, stageVariables }: Omit<TemplateScope, 'variables'>): ValueMap {
  return valueMap({
    input: templateInput(payload, parameters), util: TEMPLATE_UTIL, context,
    stageVariables: valueMap(stageVariables), method: valueMap({ request: parameterMaps(parameters) }),
  });
}

/** `$context` of the kinds of APIs; HTTP APIs have no templates. */
const CONTEXTS: Readonly<Record<Protocol, (request: ContextSource) => Record<string, unknown>>> = {
  'rest': requestContext, 'http': requestContext, 'function-url': requestContext, 'websocket': webSocketContext,
};

/** `$context`: exactly the keys of the recorded case vtl-context-key-sets; it and its maps print nothing. */
function templateContext(request: TemplateSource): ValueMap {
  const { identity, authorizer, ...members } = CONTEXTS[request.stage.protocol](request);
  return silentMap({
    ...members,
    ...templateAuthorizer(authorizer),
    identity: templateIdentity(identity, request.apiKey !== undefined),
    requestOverride: silentMap({ header: onceMap(), path: onceMap(), querystring: onceMap() }),
    responseOverride: onceMap({ header: onceMap() }, 'status'),
  });
}

/** The authorizer's values, by name; the claims as a whole print nothing. The member is missing without an authorizer. */
function templateAuthorizer(authorizer: unknown): ValueMap {
  if (!isMap(authorizer)) return {};
  const { claims, ...members } = authorizer;
  return { authorizer: silentMap({ ...members, ...(isMap(claims) ? { claims: silentMap(claims) } : {}) }) };
}

/** Templates see the API key's members only if a key was required. */
function templateIdentity(identity: unknown, hasKey: boolean): ValueMap {
  const members = silentMap(isMap(identity) ? identity : {});
  if (!hasKey) delete members.apiKey;
  return members;
}

function lastValues(entries: readonly (readonly [string, readonly string[]])[]): Record<string, string> {
  const values = Object.create(null) as Record<string, string>;
  for (const [name, all] of entries) values[name] = all.at(-1) ?? '';
  return values;
}
