import {
  DEFAULT_ROUTE_PATH, DEFAULT_STAGE, describeAuthorization, methodsOf, type GatewaySpec, type HttpCorsSpec, type LocatedMethod,
} from '../spec';
import { idOf, limitMembers, namedMembers, type ApiSurroundings } from './api';
import { call, list, object, objectOrNothing, quoted, type Code, type Members } from './code';
import { httpIntegrationCode, integrationName } from './http-integrations';
import { unavailableComment } from './integrations';
import { pascalCase } from './names';
import { sorted } from './nodes';
import type { Program } from './program';
import { integrationVariable, type RouteApiContext, type RouteIntegrations } from './route-api';
import { declareHttpAuthorizers } from './route-authorizers';
import { routeStageMembers } from './route-stages';
import { duration, textsOrNothing } from './values';

/** Declares an HTTP API with everything that belongs to it but its functions. */
export function declareHttpApi(program: Program, spec: GatewaySpec, { functions, isOnly }: ApiSurroundings): void {
  const { scope } = program.target;
  const identity = program.identify({ scope, prefix: '', name: idOf(spec.api.name), kind: 'Api' });
  const authorizers = declareHttpAuthorizers(spec, { program, functions });
  const api = program.variable(...(isOnly ? ['api'] : []), identity.id, `${identity.id}Api`);
  const context: RouteApiContext = { program, spec, api, functions, authorizers, integrations: new Map() };
  const integrations = methodsOf(spec).map((placed) => [placed, integrationVariable(placed, context, HTTP_INTEGRATIONS)] as const);
  program.gap();
  program.constant(api, call(`new ${program.use('HttpApi')}`, scope, quoted(identity.id), objectOrNothing({
    ...apiMembers(context, identity.id),
    createDefaultStage: hasPlainDefaultStage(spec) ? undefined : 'false',
  })));
  program.gap();
  for (const routes of grouped(integrations, context)) declareRoutes(routes, context);
  program.gap();
  for (const [name] of sorted(spec.stages)) declareStage(name, context);
}

const HTTP_INTEGRATIONS: RouteIntegrations = { nameOf: integrationName, codeOf: httpIntegrationCode };

function apiMembers({ program, spec: { api } }: RouteApiContext, id: string): Members {
  const { name, cors } = api;
  return { ...namedMembers(program, api, id), corsPreflight: cors && corsCode(cors, program, name), ...limitMembers(api) };
}

function corsCode(cors: HttpCorsSpec, program: Program, location: string): Code {
  const { allowOrigins, allowMethods, allowHeaders, exposeHeaders, allowCredentials, maxAgeSeconds } = cors;
  const isUncached = maxAgeSeconds === -1;
  if (isUncached) program.differs(location, 'preflights that browsers do not keep (maxAge -1)', 'browsers decide');
  const unlisted = allowMethods.filter((method) => !Object.hasOwn(CORS_METHODS, method));
  if (unlisted.length > 0) program.differs(location, `the methods ${unlisted.join(', ')} of CORS`, 'they are left out');
  const methods = allowMethods.flatMap((method) => CORS_METHODS[method] ?? []).map((member) => `${program.use('CorsHttpMethod')}.${member}`);
  return object({
    allowOrigins: textsOrNothing(allowOrigins),
    allowMethods: methods.length === 0 ? undefined : list(methods),
    allowHeaders: textsOrNothing(allowHeaders),
    exposeHeaders: textsOrNothing(exposeHeaders),
    allowCredentials: allowCredentials ? 'true' : undefined,
    maxAge: maxAgeSeconds === undefined || isUncached ? undefined : duration(program, maxAgeSeconds * 1_000),
  });
}

const CORS_METHODS: Readonly<Record<string, string>> = {
  '*': 'ANY', 'DELETE': 'DELETE', 'GET': 'GET', 'HEAD': 'HEAD', 'OPTIONS': 'OPTIONS', 'PATCH': 'PATCH', 'POST': 'POST', 'PUT': 'PUT',
};

/** Routes of one path that differ in their methods only. */
interface Routes {
  readonly path: string;
  readonly methods: readonly string[];
  readonly integration: string;
  readonly comment: string | undefined;
  readonly settings: Members;
}

function grouped(placed: readonly (readonly [LocatedMethod, string])[], context: RouteApiContext): Routes[] {
  const groups = new Map<string, Routes>();
  for (const [{ location, path, httpMethod, method }, integration] of placed) {
    if (method.operationName !== undefined) context.program.differs(location, `the operation name ${method.operationName}`, 'routes have none');
    const comment = unavailableComment(method.integration);
    const settings = authorizationMembers(comment === undefined ? method.authorization : { type: 'AWS_IAM' }, context);
    if (comment !== undefined) context.program.differs(location, 'a route that cannot be called', 'it is closed with AWS_IAM');
    const key = JSON.stringify([path, integration, settings, comment]);
    const { methods = [] } = groups.get(key) ?? {};
    groups.set(key, { path, methods: [...methods, httpMethod], integration, settings, comment });
  }
  return [...groups.values()];
}

function authorizationMembers(authorization: LocatedMethod['method']['authorization'], { program, authorizers }: RouteApiContext): Members {
  const { isSigned, authorizer, scopes } = describeAuthorization(authorization);
  if (isSigned) return { authorizer: `new ${program.use('HttpIamAuthorizer')}()` };
  if (authorizer === undefined) return {};
  return { authorizer: authorizers.get(authorizer) ?? quoted(authorizer), authorizationScopes: textsOrNothing(scopes) };
}

function declareRoutes({ path, methods, integration, comment, settings }: Routes, { program, api }: RouteApiContext): void {
  if (comment !== undefined) program.comment(comment);
  if (path === DEFAULT_ROUTE_PATH) {
    const routeKey = `${program.use('HttpRouteKey')}.DEFAULT`;
    program.statement(call(`new ${program.use('HttpRoute')}`, api, quoted('DefaultRoute'), object({ httpApi: api, routeKey, integration, ...settings })));
    return;
  }
  const isAny = methods.length === 1 && methods[0] === 'ANY';
  const names = isAny ? undefined : list(methods.map((method) => `${program.use('HttpMethod')}.${method}`));
  program.statement(call(`${api}.addRoutes`, object({ path: quoted(path), methods: names, integration, ...settings })));
}

/** Whether the stage `$default` has no settings: the API makes it by itself. */
function hasPlainDefaultStage({ stages: { [DEFAULT_STAGE]: stage } }: GatewaySpec): boolean {
  if (stage === undefined) return false;
  const { description, accessLog, deployment, domainMappings, methodSettings, variables } = stage;
  const isDescribed = description !== undefined || accessLog !== undefined || domainMappings !== undefined || deployment !== 'latest';
  return !isDescribed && Object.keys({ ...methodSettings, ...variables }).length === 0;
}

function declareStage(name: string, { program, spec, api }: RouteApiContext): void {
  const stage = spec.stages[name];
  if (stage === undefined || (name === DEFAULT_STAGE && hasPlainDefaultStage(spec))) return;
  const { id } = program.identify({ scope: api, prefix: '', name: pascalCase(name.replace('$', '')), kind: 'Stage' });
  program.statement(call(`${api}.addStage`, quoted(id), objectOrNothing({
    stageName: name === DEFAULT_STAGE ? undefined : quoted(name),
    ...routeStageMembers(stage, spec, { program, location: `${spec.api.name}/stage ${name}` }),
  })));
}
