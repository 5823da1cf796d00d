import { present } from '../../../openapi';
import { hashedId, stageIdOf } from '../logical-id';
import { resolveParameters } from '../parameters';
import { expectMap, refuseResource } from '../refuse';
import { s3Location } from '../s3-location';
import { isDocument, mapMember, openDocument, type SwaggerDocument } from '../swagger/document';
import { setDefaultAuthorizer } from '../swagger/security';
import { derived, main, tagList, type Made, type SamResource, type Translation } from '../translation';
import { isMap, isSet, member, picked, type JsonMap } from '../value';
import { AUTHORIZER, authorizerUri, defaultAuthorizer, identitySource } from './auth';

const PASSED_ON = ['Name', 'Description', 'FailOnWarnings', 'DisableExecuteApiEndpoint'] as const;
const STAGE_SETTINGS = ['StageVariables', 'AccessLogSettings', 'DefaultRouteSettings', 'RouteSettings'] as const;
const AUTH_MEMBERS = new Set(['Authorizers', 'DefaultAuthorizer', 'EnableIamAuthorizer']);
const DEFAULT_STAGE = '$default';

/** An AWS::Serverless::HttpApi becomes an HTTP API with its document, a stage that follows every change, and its domain. */
export function translateHttpApi(resource: SamResource, translation: Translation): readonly Made[] {
  const { id, properties } = resource;
  const body = properties['DefinitionBody'];
  if (isSet(properties['DefinitionUri']) && isSet(body)) throw refuseResource(id, "Specify either 'DefinitionUri' or 'DefinitionBody' property and not both.");
  if (isDocument(body) && isSet(properties['__MANAGE_SWAGGER'])) adoptOpenApi3(body);
  addAuth(resource, resolveParameters(properties['Auth'], translation.parameters), translation);
  if (isDocument(body)) moveSchemes(body);
  const api = main(resource)(id, 'AWS::ApiGatewayV2::Api', {
    ...(isSet(properties['DefinitionUri']) ? { BodyS3Location: s3Location(id, 'DefinitionUri', properties['DefinitionUri']) } : { Body: body }),
    ...corsOf(properties['CorsConfiguration']), ...picked(properties, PASSED_ON),
  });
  const name = isSet(properties['StageName']) ? properties['StageName'] : DEFAULT_STAGE;
  const stage = stageOf(resource, name, name === DEFAULT_STAGE ? `${id}ApiGatewayDefaultStage` : stageIdOf(id, name));
  return [api, stage, ...domainOf(resource, stage.id)];
}

/** A managed document begins as Swagger, which HTTP APIs do not take. */
function adoptOpenApi3(document: SwaggerDocument): void {
  document['openapi'] = '3.0.1';
  Reflect.deleteProperty(document, 'swagger');
}

/** `true` allows every origin. */
function corsOf(cors: unknown): JsonMap {
  if (cors === true) return { CorsConfiguration: { AllowOrigins: ['*'] } };
  return isSet(cors) ? { CorsConfiguration: cors } : {};
}

/** The stage of an HTTP or WebSocket API, which follows every change. */
export function stageOf(resource: SamResource, name: unknown, stageId: string): Made {
  const { id, properties } = resource;
  return derived(resource)(stageId, 'AWS::ApiGatewayV2::Stage', {
    ApiId: { Ref: id }, StageName: name, AutoDeploy: true, ...picked(properties, STAGE_SETTINGS),
    ...(isMap(properties['Tags']) ? { Tags: tagList(properties['Tags']) } : {}),
  });
}

/** Authorizers of the API, and the default one for every route but preflights that has none of its own. */
function addAuth({ id, properties }: SamResource, auth: unknown, { partition }: Translation): void {
  if (!isSet(auth)) return;
  const settings = expectMap(auth, 'Auth', (reason) => refuseResource(id, reason));
  const body = properties['DefinitionBody'];
  if (!isSet(body)) throw refuseResource(id, "Auth works only with inline OpenApi in the 'DefinitionBody' property.");
  if (!Object.keys(settings).every((key) => AUTH_MEMBERS.has(key))) throw refuseResource(id, "Invalid value for 'Auth' property");
  if (!isDocument(body)) throw refuseResource(id, "Unable to add Auth configuration because 'DefinitionBody' does not contain a valid OpenApi definition.");
  const document = openDocument(body);
  const declared = expectMap(settings['Authorizers'] ?? {}, 'Auth.Authorizers', (reason) => refuseResource(id, reason));
  const authorizers = Object.fromEntries(Object.entries(declared).map(([name, authorizer]) =>
    [name, expectMap(authorizer, `Auth.Authorizers.${name}`, (reason) => refuseResource(id, reason))]));
  const schemes = mapMember(mapMember(document, 'components'), 'securitySchemes');
  for (const [name, authorizer] of Object.entries(authorizers)) schemes[name] = httpApiScheme({ id, name, partition }, authorizer);
  const name = settings['DefaultAuthorizer'];
  if (!isSet(name)) return;
  const chosen = { name: defaultAuthorizer(id, name, authorizers), authorizers, preflight: false };
  for (const path of Object.keys(document.paths)) setDefaultAuthorizer(document, path, chosen);
}

/** Schemes that events have added as Swagger has them. */
function moveSchemes(document: SwaggerDocument): void {
  const added = document['securityDefinitions'];
  if (!isMap(added)) return;
  Object.assign(mapMember(mapMember(document, 'components'), 'securitySchemes'), added);
  Reflect.deleteProperty(document, 'securityDefinitions');
}

/** A custom domain with a mapping for each of its base paths. */
export function domainOf(resource: SamResource, stage: string): readonly Made[] {
  const domain = resource.properties['Domain'];
  if (!isSet(domain)) return [];
  const settings = expectMap(domain, 'Domain', (reason) => refuseResource(resource.id, reason));
  const id = hashedId('ApiGatewayDomainNameV2', settings['DomainName']);
  const { SecurityPolicy: policy } = settings;
  const basePaths = [settings['BasePath'] ?? []].flat();
  const paths: readonly unknown[] = basePaths.length === 0 ? [undefined] : basePaths;
  return [
    derived(resource)(id, 'AWS::ApiGatewayV2::DomainName', {
      DomainName: settings['DomainName'],
      ...(isSet(member(settings, 'MutualTlsAuthentication')) ? { MutualTlsAuthentication: settings['MutualTlsAuthentication'] } : {}),
      ...(isSet(policy) ? { DomainNameConfigurations: [{ SecurityPolicy: policy }] } : {}),
    }),
    ...paths.map((path) => {
      const key = typeof path === 'string' ? path.replace(/^\/+|\/+$/g, '') : '';
      return derived(resource)(`${resource.id}${key.replaceAll(/[^A-Za-z0-9]/g, '')}ApiMapping`, 'AWS::ApiGatewayV2::ApiMapping', {
        ApiId: { Ref: resource.id }, DomainName: { Ref: id }, Stage: { Ref: stage }, ...(key === '' ? {} : { ApiMappingKey: key }),
      });
    }),
  ];
}

interface AuthorizerPlace {
  readonly id: string;
  readonly name: string;
  readonly partition: string;
}

const SOURCES = {
  Headers: '$request.header.', QueryStrings: '$request.querystring.', StageVariables: '$stageVariables.', Context: '$context.',
} as const;

function httpApiScheme(place: AuthorizerPlace, authorizer: JsonMap): JsonMap {
  if (member(authorizer, 'FunctionArn') !== undefined) {
    return { 'type': 'apiKey', 'name': 'Unused', 'in': 'header', [AUTHORIZER]: lambdaAuthorizer(place, authorizer) };
  }
  const { JwtConfiguration: configuration, IdentitySource: source } = authorizer;
  // `Issuer` of SAM is `issuer` in documents
  const settings = isMap(configuration) ? Object.entries(configuration).map(([key, value]) => [key.toLowerCase(), value]) : undefined;
  return {
    type: 'oauth2',
    [AUTHORIZER]: {
      type: 'jwt',
      ...(settings === undefined ? {} : { jwtConfiguration: Object.fromEntries(settings) as JsonMap }),
      ...(isSet(source) ? { identitySource: source } : {}),
    },
  };
}

function lambdaAuthorizer(place: AuthorizerPlace, authorizer: JsonMap): JsonMap {
  const { id, name, partition } = place;
  const version = authorizer['AuthorizerPayloadFormatVersion'];
  if (!isSet(version)) throw refuseResource(id, `${name} Lambda Authorizer must define 'AuthorizerPayloadFormatVersion'.`);
  const { Identity: identity } = authorizer;
  if (isSet(identity)) expectMap(identity, `Authorizers.${name}.Identity`, (reason) => refuseResource(id, reason));
  const ttl = member(identity, 'ReauthorizeEvery');
  const source = identitySource(place, identity, SOURCES);
  return {
    type: 'request',
    authorizerUri: authorizerUri(partition, authorizer['FunctionArn']),
    authorizerPayloadFormatVersion: version,
    ...present({ authorizerResultTtlInSeconds: ttl }),
    ...(source === '' ? {} : { identitySource: source }),
    ...(isSet(authorizer['EnableSimpleResponses']) ? { enableSimpleResponses: authorizer['EnableSimpleResponses'] } : {}),
  };
}
