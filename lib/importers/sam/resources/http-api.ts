import { expectList, expectMap, expectText, refuseResource } from '../refuse';
import { s3Location } from '../s3-location';
import { isDocument } from '../swagger/document';
import { main, derived, type Made, type SamResource } from '../translation';
import { isIntrinsic, isMap, isSet, member, type JsonMap } from '../value';

const AUTH_MEMBERS = new Set(['Authorizers', 'DefaultAuthorizer', 'EnableIamAuthorizer']);
const CORS_MEMBERS = new Set(['AllowMethods', 'AllowHeaders', 'AllowOrigins', 'MaxAge', 'ExposeHeaders', 'AllowCredentials']);
const JWT = 'OAuth2 Authorizer';
const LAMBDA = 'Lambda Authorizer';
/** Members of an authorizer, with the kind that has them. */
const AUTHORIZER_MEMBERS = {
  AuthorizationScopes: JWT, IdentitySource: JWT, FunctionArn: LAMBDA, FunctionInvokeRole: LAMBDA, Identity: LAMBDA,
  AuthorizerPayloadFormatVersion: LAMBDA, EnableSimpleResponses: LAMBDA, EnableFunctionDefaultPermissions: LAMBDA,
} as const;

/** An HTTP API with its routes in the form in which CloudFormation has it, so that it is named like any other. It is not served. */
export function translateHttpApi(resource: SamResource): readonly Made[] {
  const { id, properties } = resource;
  const { DefinitionBody: body, DefinitionUri: uri, StageName: stage = '$default' } = properties;
  if (isSet(body) && isSet(uri)) throw refuseResource(id, "Specify either 'DefinitionUri' or 'DefinitionBody' property and not both.");
  if (isSet(properties['CorsConfiguration'])) checkCors(id, properties);
  if (isSet(properties['Auth'])) checkAuth(id, properties);
  if (!isSet(body) && !isSet(uri)) {
    throw refuseResource(
      id, "'DefinitionUri' or 'DefinitionBody' are required properties of an 'AWS::Serverless::HttpApi'. Add a value for one of these properties "
      + "or add a 'HttpApi' event to an 'AWS::Serverless::Function'.",
    );
  }
  checkDomain(id, properties['Domain']);
  return [
    main(resource)(id, 'AWS::ApiGatewayV2::Api', isSet(uri) ? { BodyS3Location: s3Location(id, 'DefinitionUri', uri) } : { Body: body }),
    derived(resource)(`${id}Stage`, 'AWS::ApiGatewayV2::Stage', { ApiId: { Ref: id }, StageName: stage, AutoDeploy: true }),
  ];
}

function checkCors(id: string, { CorsConfiguration: cors, DefinitionUri: uri, DefinitionBody: body }: JsonMap): void {
  if (isSet(uri)) throw refuseResource(id, "Cors works only with inline OpenApi specified in 'DefinitionBody' property.");
  const unknown = isMap(cors) && !isIntrinsic(cors) ? Object.keys(cors).find((key) => !CORS_MEMBERS.has(key)) : undefined;
  if (unknown !== undefined) throw refuseResource(id, `Invalid key '${unknown}' for 'Cors' property.`);
  if (!isDocument(body)) throw invalidDefinition(id, 'Cors configuration');
}

function checkAuth(id: string, { Auth: auth, DefinitionUri: uri, DefinitionBody: body }: JsonMap): void {
  if (isSet(uri)) throw refuseResource(id, "Auth works only with inline OpenApi specified in the 'DefinitionBody' property.");
  if (!isMap(auth) || !Object.keys(auth).every((key) => AUTH_MEMBERS.has(key))) throw refuseResource(id, "Invalid value for 'Auth' property");
  if (!isDocument(body)) throw invalidDefinition(id, 'Auth configuration');
  const declared = isSet(auth['Authorizers']) ? checkedAuthorizers(id, auth['Authorizers']) : [];
  const name = auth['DefaultAuthorizer'];
  if (!isSet(name)) return;
  const text = expectText(name, 'Auth.DefaultAuthorizer', (reason) => refuseResource(id, reason));
  const isIam = text === 'AWS_IAM' && auth['EnableIamAuthorizer'] === true;
  if (isIam || declared.includes(text) || (declared.length === 0 && auth['EnableIamAuthorizer'] !== true)) return;
  throw refuseResource(id, `Unable to set DefaultAuthorizer because '${text}' was not defined in 'Authorizers'.`);
}

function checkedAuthorizers(id: string, authorizers: unknown): readonly string[] {
  const refuse = (reason: string) => refuseResource(id, reason);
  const declared = Object.entries(expectMap(authorizers, 'Auth.Authorizers', refuse));
  for (const [name, authorizer] of declared) checkAuthorizer(id, name, expectMap(authorizer, `Auth.Authorizers.${name}`, refuse));
  return declared.map(([name]) => name);
}

function checkAuthorizer(id: string, name: string, authorizer: JsonMap): void {
  const refuse = (reason: string) => refuseResource(id, reason);
  if (Object.hasOwn(authorizer, 'OpenIdConnectUrl')) {
    throw refuse(`'OpenIdConnectUrl' is no longer a supported property for authorizer '${name}'. Please refer to the AWS SAM documentation.`);
  }
  const kind = isSet(authorizer['JwtConfiguration']) ? JWT : LAMBDA;
  if (isSet(authorizer['JwtConfiguration'])) expectMap(authorizer['JwtConfiguration'], 'JwtConfiguration', refuse);
  const scopes = member(authorizer, 'AuthorizationScopes');
  if (scopes !== undefined && !Array.isArray(scopes)) throw refuse('AuthorizationScopes must be a list.');
  const other = Object.entries(AUTHORIZER_MEMBERS).find(([key, owner]) => member(authorizer, key) !== undefined && owner !== kind);
  if (other !== undefined) throw refuse(`${other[0]} is only supported for ${ownerOf(other)}.`);
  const needed = kind === JWT ? ['IdentitySource'] : ['FunctionArn', 'AuthorizerPayloadFormatVersion'];
  const missing = needed.find((key) => !isSet(authorizer[key]));
  if (missing !== undefined) throw refuse(`${name} ${kind} must define '${missing}'.`);
  checkIdentity(id, name, authorizer['Identity']);
}

function ownerOf([key, owner]: readonly [string, string]): string {
  return key === 'IdentitySource' ? `${owner}. For Lambda Authorizer, use the 'Identity' property instead` : owner;
}

function checkIdentity(id: string, name: string, identity: unknown): void {
  if (!isSet(identity)) return;
  const refuse = (reason: string) => refuseResource(id, reason);
  const given = expectMap(identity, `Auth.Authorizers.${name}.Identity`, refuse);
  for (const kind of ['Headers', 'QueryStrings', 'StageVariables', 'Context'].filter((one) => isSet(given[one]))) {
    const path = `Authorizers.${name}.Identity.${kind}`;
    for (const [index, value] of expectList(given[kind], path, refuse).entries()) expectText(value, `${path}[${index}]`, refuse);
  }
}

function checkDomain(id: string, domain: unknown): void {
  if (!isSet(domain)) return;
  if (member(domain, 'DomainName') === undefined || member(domain, 'CertificateArn') === undefined) {
    throw refuseResource(id, 'Custom Domains only works if both DomainName and CertificateArn are provided.');
  }
}

function invalidDefinition(id: string, setting: string): Error {
  return refuseResource(id, `Unable to add ${setting} because 'DefinitionBody' does not contain a valid OpenApi definition.`);
}
