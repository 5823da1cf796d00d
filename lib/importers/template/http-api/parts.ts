import { membersOf, textOf, type Members } from '../../value';
import type { ApiSource } from '../api/api-source';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';

/** A route, an integration, an authorizer or a stage of an HTTP API, wherever it is declared. */
export interface HttpApiPart {
  /** The id that other parts refer to it by. */
  readonly id: string;
  /** Its own name, for people. */
  readonly label: string;
  /** As CloudFormation names them. */
  readonly properties: Members;
  /** The resource that declares it, for reports. */
  readonly resource: Resource;
  /** Why it cannot be relied on. */
  readonly doubt?: string | undefined;
}

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
  const own = (kind: keyof typeof KINDS): HttpApiPart[] => partsOfType(source, `AWS::ApiGatewayV2::${KINDS[kind]}`);
  const created = quickParts(source);
  return {
    routes: [...created.routes, ...own('routes')],
    integrations: [...created.integrations, ...own('integrations')],
    authorizers: own('authorizers'),
    stages: [...created.stages, ...own('stages')],
  };
}

function partsOfType({ resources, id }: ApiSource, type: string): HttpApiPart[] {
  return resources.filter((resource) => resource.type === type && resource.stack.properties(resource).ApiId === id).map((resource) => {
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
  const overrides = resources.filter((resource) => resource.type === OVERRIDES && resource.stack.properties(resource).ApiId === id);
  const overridden = (name: string): Members =>
    Object.fromEntries(overrides.flatMap((resource) => Object.entries(membersOf(resource.stack.properties(resource)[name]))));
  const part = (properties: object): HttpApiPart => ({ id: QUICK, label: api.logicalId, properties: { ...properties }, resource: api });
  const isUrl = /^https?:/i.test(textOf(target) ?? '');
  const [IntegrationType, PayloadFormatVersion] = isUrl ? ['HTTP_PROXY', '1.0'] : ['AWS_PROXY', '2.0'];
  return {
    routes: [part({ RouteKey: RouteKey ?? '$default', Target: `integrations/${QUICK}`, ...overridden('Route') })],
    integrations: [part({ IntegrationType, PayloadFormatVersion, IntegrationUri: target, CredentialsArn, ...overridden('Integration') })],
    stages: [part({ StageName: '$default', AutoDeploy: true, ...overridden('Stage') })],
  };
}
