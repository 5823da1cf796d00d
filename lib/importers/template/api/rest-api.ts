import { loss } from '../../../errors';
import { describeIntegrationInput, SPEC_FORMAT, type DeclaredParts, type GatewaySpecInput } from '../../../spec';
import { textOf, type Members } from '../../value';
import { idOf, rootResourceId } from '../physical-values';
import type { Resource } from '../stack';
import { apiSettings } from './api-settings';
import type { ApiSource, DeclaredApi } from './api-source';
import { withDocumentation } from './documentation';
import { specOfBody } from './body';
import { methodOf, type Referables } from './method';
import { gatewayResponsesOf, modelsOf } from './models';
import { namesOf } from './names';
import { pathsOf, missingRoutes, methodsByPath } from './methods-by-path';
import { PropertyReader, type Callees } from '../../../openapi';
import { servedStageName, stageOf, stageOfDeployment, type ImportedStage } from './stages';
import { plansOf } from './usage-plans';
import { present, specId, type Made, type MethodsInput, type ResourcesInput, type StageInput, type AuthorizerInput } from './draft';

/** The spec of an `AWS::ApiGateway::RestApi`: its document and the resources beside it, before its functions are added. */
export function specOfRestApi(source: ApiSource): DeclaredApi {
  const { api, functions } = source;
  const settings = apiSettings(source);
  const { spec: declared, lost } = specOfResources(source, settings.api);
  const documented = (spec: GatewaySpecInput): GatewaySpecInput => withDocumentation(spec, ofApi(source)('DocumentationPart'), source);
  const body = specOfBody({ api, settings: ownSettings(settings.api), functions, fileAt: (location) => source.fileAt(api, location) });
  if (body === undefined) return { spec: documented(declared), lost, ...present({ closed: settings.closed }) };
  if ('reason' in body) return { spec: documented(declared), lost, closed: settings.closed ?? body.reason, declared: { unread: body.unread } };
  for (const issue of body.issues) source.report(api, issue);
  const spec = documented(merged(body.spec, declared));
  const parts = withoutMethods(body.declared, declared);
  return { spec, lost: [...lost, ...body.lost], declared: parts, ...present({ closed: settings.closed ?? body.closed }) };
}

/** Returns the settings of the API itself. An empty list of binary media types leaves them to its document. */
function ownSettings(api: GatewaySpecInput['api']): GatewaySpecInput['api'] {
  const { binaryMediaTypes = [], ...others } = api;
  return binaryMediaTypes.length > 0 ? api : others;
}

/** A method that a resource declares is not that of the document. */
function withoutMethods({ document, ...others }: DeclaredParts, { resources = {} }: GatewaySpecInput): DeclaredParts {
  if (document === undefined) return others;
  const own = new Set(Object.entries(resources).flatMap(([path, { methods = {} }]) => Object.keys(methods).map((name) => `${name} ${path}`)));
  const methods = Object.fromEntries(Object.entries(document.methods).filter(([name]) => !own.has(name)));
  return { ...others, document: { ...document, methods } };
}

/** Resources override what the document of their API says; properties of the API that are set do, too. */
function merged(body: GatewaySpecInput, declared: GatewaySpecInput): GatewaySpecInput {
  const resources: ResourcesInput = { ...body.resources };
  for (const [path, resource] of Object.entries(declared.resources ?? {})) {
    const known = resources[path];
    resources[path] = known === undefined ? resource : { ...known, methods: { ...known.methods, ...resource.methods } };
  }
  return {
    ...declared,
    api: { ...body.api, ...ownSettings(declared.api) },
    models: { ...body.models, ...declared.models },
    requestValidators: { ...body.requestValidators, ...declared.requestValidators },
    gatewayResponses: { ...body.gatewayResponses, ...declared.gatewayResponses },
    authorizers: { ...body.authorizers, ...declared.authorizers },
    functions: { ...body.functions },
    resources,
  };
}

function specOfResources(source: ApiSource, api: GatewaySpecInput['api']): DeclaredApi {
  const { id } = source;
  const own = ofApi(source);
  const authorizers = named(own('Authorizer'), source, (properties) => authorizerOf(properties, source.functions));
  const validators = named(own('RequestValidator'), source, validatorOf);
  const { models, modelOf } = modelsOf(id, own('Model'), source.report);
  const referables: Referables = {
    functionOf: (uri) => source.functions.functionOf(uri), logicalIdOf: (name) => source.functions.logicalIdOf(name),
    authorizer: authorizers.find, authorizerName: authorizers.nameOf, validator: validators.find, model: modelOf,
  };
  const { resources, lost } = resourcesOf(source, referables);
  const spec = {
    format: SPEC_FORMAT,
    api,
    models,
    requestValidators: validators.parts,
    gatewayResponses: gatewayResponsesOf(own('GatewayResponse'), source.report),
    authorizers: authorizers.parts,
    resources,
    stages: stagesOf(own('Stage'), own('Deployment'), source),
    ...plansOf(id, source.resources, source.report),
  } satisfies GatewaySpecInput;
  return { spec, lost };
}

function ofApi({ resources, id }: ApiSource): (type: string) => Resource[] {
  return (type) => resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}` && resource.stack.properties(resource).RestApiId === id);
}

/** The ids that stand for the root. */
function rootsOf(source: ApiSource): string[] {
  const own = ofApi(source);
  if (source.isElsewhere !== true) return [rootResourceId(source.id)];
  const declared = new Set(own('Resource').map(({ stack, logicalId }) => idOf(stack.source.name, logicalId)));
  const referred = [...own('Resource').map((resource) => resource.stack.properties(resource).ParentId), ...own('Method').map((method) => method.stack.properties(method).ResourceId)];
  return referred.flatMap((id) => textOf(id) ?? []).filter((id) => !declared.has(id));
}

function resourcesOf(source: ApiSource, referables: Referables) {
  const own = ofApi(source);
  const paths = pathsOf(rootsOf(source), own('Resource'));
  const resources: Record<string, { id: string; methods: MethodsInput }> = {};
  for (const [resourceId, { path }] of paths) resources[path] = { id: specId(resourceId), methods: {} };
  const { places, lost } = methodsByPath(own('Method'), paths, source);
  for (const [resource, { path, httpMethod }] of places) {
    const method = methodOf(resource, referables);
    Object.assign(resources[path]?.methods ?? {}, { [httpMethod]: method });
    const reason = describeIntegrationInput(method.integration).unavailable;
    if (reason !== undefined) source.report(resource, loss('IMPORT_METHOD_UNAVAILABLE', `${httpMethod} ${path}`, { method: httpMethod, path, reason }));
  }
  return { resources, lost: [...lost, ...missingRoutes(source)] };
}

/** Parts that methods refer to by id, by the names that a spec has for them. */
interface Named<Part> {
  readonly parts: Record<string, Part>;
  readonly find: (id: string) => Made<string>;
  readonly nameOf: (id: string) => string | undefined;
}

function named<Part>(resources: readonly Resource[], { report }: ApiSource, make: (properties: Members) => Made<Part>): Named<Part> {
  const parts: Record<string, Part> = {};
  const names = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const [resource, name] of namesOf(resources, (resource) => textOf(resource.stack.properties(resource).Name), validName)) {
    const id = idOf(resource.stack.source.name, resource.logicalId);
    names.set(id, name);
    const result = make(resource.stack.properties(resource));
    if ('part' in result) parts[name] = result.part;
    else {
      reasons.set(id, `${name}: ${result.reason}`);
      report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: resource.type.split('::').at(-1) ?? '', reason: result.reason }));
    }
  }
  const find = (id: string): Made<string> => {
    const name = names.get(id);
    const reason = reasons.get(id);
    return name === undefined || reason !== undefined ? { reason: reason ?? 'it refers to what is not part of this source' } : { part: name };
  };
  return { parts, find, nameOf: (id) => names.get(id) };
}

function validName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 128);
}

type ValidatorInput = NonNullable<GatewaySpecInput['requestValidators']>[string];

function validatorOf(declared: Members): Made<ValidatorInput> {
  const properties = new PropertyReader(declared);
  const part: ValidatorInput = present({ validateRequestBody: properties.boolean('ValidateRequestBody'), validateRequestParameters: properties.boolean('ValidateRequestParameters') });
  return properties.reasons.length > 0 ? { reason: properties.reasons.join('; ') } : { part };
}

function stagesOf(stages: readonly Resource[], deployments: readonly Resource[], { report }: ApiSource): Record<string, StageInput> {
  const stageInputs: Record<string, StageInput> = {};
  const add = (resource: Resource, name: string, { stage, problems }: ImportedStage): void => {
    stageInputs[stageName(name, resource, report)] = stage;
    for (const { name: what, reason } of problems) report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what, reason }));
  };
  for (const resource of deployments) {
    const properties = resource.stack.properties(resource);
    const name = textOf(properties.StageName);
    if (name !== undefined && name !== '') add(resource, name, stageOfDeployment(properties));
  }
  for (const resource of stages) {
    const properties = resource.stack.properties(resource);
    add(resource, textOf(properties.StageName) ?? 'default', stageOf(properties));
  }
  return stageInputs;
}

function stageName(name: string, resource: Resource, report: ApiSource['report']): string {
  const used = servedStageName(name);
  if (used !== name) report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: `the stage name ${name}`, reason: `it is served as ${used}` }));
  return used;
}

const DEFAULT_SOURCE = 'method.request.header.Authorization';

/** The authorizer of a template, or why it cannot be carried. */
function authorizerOf(declared: Members, callees: Callees): Made<AuthorizerInput> {
  const properties = new PropertyReader(declared);
  const type = properties.text('Type')?.toUpperCase() ?? '';
  const build = Object.hasOwn(BUILDERS, type) ? BUILDERS[type] : undefined;
  const authorizer = build === undefined ? { reason: `authorizers of type ${type || 'none'} are not supported` } : build(properties, callees);
  return properties.reasons.length > 0 ? { reason: properties.reasons.join('; ') } : authorizer;
}

const BUILDERS: Readonly<Record<string, (properties: PropertyReader, callees: Callees) => Made<AuthorizerInput>>> = {
  TOKEN: (properties, { functionOf }) => {
    const called = functionOf(properties.text('AuthorizerUri') ?? '');
    if ('reason' in called) return called;
    const identityValidationExpression = properties.text('IdentityValidationExpression') || undefined;
    return { part: { type: 'token', function: called.part, identitySource: tokenSource(properties), ...present({ identityValidationExpression }), ...caching(properties) } };
  },
  REQUEST: (properties, { functionOf }) => {
    const called = functionOf(properties.text('AuthorizerUri') ?? '');
    if ('reason' in called) return called;
    const identitySources = (properties.text('IdentitySource') ?? '').split(',').map((source) => source.trim()).filter((source) => source !== '');
    // without sources there is nothing to remember a result by
    const ttl = identitySources.length === 0 ? { resultsCacheTtlSeconds: 0 } : caching(properties);
    return { part: { type: 'request', function: called.part, identitySources, ...ttl } };
  },
  COGNITO_USER_POOLS: (properties) => {
    const userPools = properties.list('ProviderARNs').map((arn) => ({ arn }));
    if (userPools.length === 0) return { reason: 'the authorizer names no user pool' };
    return { part: { type: 'cognito-user-pools', userPools, identitySource: tokenSource(properties), ...caching(properties) } };
  },
};

function tokenSource(properties: PropertyReader): string {
  return properties.text('IdentitySource') || DEFAULT_SOURCE;
}

function caching(properties: PropertyReader) {
  return present({ resultsCacheTtlSeconds: properties.number('AuthorizerResultTtlInSeconds') });
}
