import type { RoutePart } from '../../../openapi';
import { membersOf, textOf, type Members } from '../../value';
import type { ApiSource } from '../api/api-source';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';

/** A part that a resource of a template declares. */
export type HttpApiPart = RoutePart<Resource>;

/** The parts of an HTTP API by their kinds. */
export interface HttpApiParts {
  readonly routes: readonly HttpApiPart[];
  readonly integrations: readonly HttpApiPart[];
  readonly authorizers: readonly HttpApiPart[];
  readonly stages: readonly HttpApiPart[];
}

const KINDS = { routes: 'Route', integrations: 'Integration', authorizers: 'Authorizer', stages: 'Stage' } as const;

/** The parts that resources of their own declare, and what quick creation adds. */
export function declaredParts(source: ApiSource): HttpApiParts {
  const own = (kind: keyof typeof KINDS): HttpApiPart[] => partsOfKind(source, KINDS[kind]);
  const created = quickParts(source);
  return {
    routes: [...created.routes, ...own('routes')],
    integrations: [...created.integrations, ...own('integrations')],
    authorizers: own('authorizers'),
    stages: [...created.stages, ...own('stages')],
  };
}

/** The parts of a kind that resources of their own declare. @param kind - `Route` */
export function partsOfKind({ resources, id }: ApiSource, kind: string): HttpApiPart[] {
  return resources.filter((resource) => resource.type === `AWS::ApiGatewayV2::${kind}` && resource.stack.properties(resource).ApiId === id).map((resource) => {
    const { stack, logicalId, doubt } = resource;
    return { id: idOf(stack.source.name, logicalId), label: logicalId, properties: stack.properties(resource), resource, doubt };
  });
}

const OVERRIDES = 'AWS::ApiGatewayV2::ApiGatewayManagedOverrides';
const QUICK = 'quick create';

/**
 * An API with a target gets a route to it, an integration and a stage that follows every change; overrides of these are resources.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop.html#http-api-examples.cli.quick-create
 */
function quickParts({ api, resources, id }: ApiSource): Pick<HttpApiParts, 'routes' | 'integrations' | 'stages'> {
  const { Target: target, RouteKey, CredentialsArn } = api.stack.properties(api);
  if (target === undefined) return { routes: [], integrations: [], stages: [] };
  const candidates = resources.filter((resource) => resource.type === OVERRIDES);
  const overrides = candidates.filter((resource) => resource.stack.properties(resource).ApiId === id);
  const isUnknown = candidates.some((resource) => !isIdOfApi(resource.stack.properties(resource).ApiId, resources));
  const doubt = isUnknown ? 'an override of what is created with an API is of an API that is not known' : doubtOf(overrides);
  const overridden = (name: string): Members =>
    Object.fromEntries(overrides.flatMap((resource) => Object.entries(membersOf(resource.stack.properties(resource)[name]))));
  const about = { id: QUICK, label: api.logicalId, resource: api, doubt };
  const part = (properties: object): HttpApiPart => ({ ...about, properties: { ...properties } });
  const isUrl = /^https?:/i.test(textOf(target) ?? '');
  const [IntegrationType, PayloadFormatVersion] = isUrl ? ['HTTP_PROXY', '1.0'] : ['AWS_PROXY', '2.0'];
  return {
    routes: [part({ RouteKey: RouteKey ?? '$default', Target: `integrations/${QUICK}`, ...overridden('Route') })],
    integrations: [part({ IntegrationType, PayloadFormatVersion, IntegrationUri: target, CredentialsArn, ...overridden('Integration') })],
    stages: [part({ StageName: '$default', AutoDeploy: true, ...overridden('Stage') })],
  };
}

/** Whether an override names an API of the templates. */
function isIdOfApi(id: unknown, resources: readonly Resource[]): boolean {
  return resources.some(({ stack, logicalId, type }) => type === 'AWS::ApiGatewayV2::Api' && idOf(stack.source.name, logicalId) === id);
}

/** Why what is created cannot be relied on: an override that is not known could close a route. */
function doubtOf(overrides: readonly Resource[]): string | undefined {
  const [only, ...others] = overrides;
  if (only === undefined) return undefined;
  if (others.length > 0) return 'several resources override what is created with the API';
  const { Route, Integration, Stage } = only.stack.properties(only);
  const isRead = [Route, Integration, Stage].every((part) => part === undefined || (typeof part === 'object' && part !== null && !Array.isArray(part)));
  return only.doubt ?? (isRead ? undefined : 'an override of what is created with the API is not known');
}
