import { isMap, listOf, member, present, textOf, type JsonMap } from './value';
import { authorizerId, functionId } from './names';

const DEFAULT_TTL_SECONDS = 300;
const DEFAULT_SOURCE = 'method.request.header.Authorization';

/** The authorization of a method, and the authorizer that it needs. */
export interface EventAuthorization {
  /** Members of the method. */
  readonly method: JsonMap;
  readonly resources: JsonMap;
}

/** `authorizer: name`, an ARN, `aws_iam`, or with settings. */
export function authorizationOf(authorizer: unknown, api: unknown): EventAuthorization {
  if (authorizer === undefined || authorizer === null) return { method: { AuthorizationType: 'NONE' }, resources: {} };
  const isName = typeof authorizer === 'string' && !authorizer.startsWith('arn:');
  const settings = isMap(authorizer) ? authorizer : { [isName ? 'name' : 'arn']: authorizer };
  const type = (textOf(settings['type']) ?? '').toUpperCase();
  if (type === 'AWS_IAM' || String(settings['name']).toUpperCase() === 'AWS_IAM') return { method: { AuthorizationType: 'AWS_IAM' }, resources: {} };
  const { arn } = settings;
  // an ARN that is computed is a function's, unless it says otherwise
  const isPool = type === 'COGNITO_USER_POOLS' || (typeof arn === 'string' && arn.includes(':cognito-idp:'));
  const method = { AuthorizationType: isPool ? 'COGNITO_USER_POOLS' : 'CUSTOM', ...scopesOf(settings) };
  if (settings['authorizerId'] !== undefined) return { method: { ...method, AuthorizerId: settings['authorizerId'] }, resources: {} };
  const id = authorizerId(nameOf(settings));
  const properties = isPool ? { ...common(settings, api), Type: 'COGNITO_USER_POOLS', ProviderARNs: [arn] } : lambdaAuthorizer(settings, api);
  return {
    method: { ...method, AuthorizerId: { Ref: id } },
    resources: { [id]: { Type: 'AWS::ApiGateway::Authorizer', Properties: properties } },
  };
}

function common(settings: JsonMap, api: unknown): JsonMap {
  const isRequest = (textOf(settings['type']) ?? '').toUpperCase() === 'REQUEST';
  return present({
    Name: nameOf(settings), RestApiId: api,
    IdentitySource: settings['identitySource'] ?? (isRequest && settings['resultTtlInSeconds'] === 0 ? undefined : DEFAULT_SOURCE),
    AuthorizerResultTtlInSeconds: settings['resultTtlInSeconds'] ?? DEFAULT_TTL_SECONDS,
    IdentityValidationExpression: settings['identityValidationExpression'],
  });
}

function lambdaAuthorizer(settings: JsonMap, api: unknown): JsonMap {
  const type = (textOf(settings['type']) ?? 'TOKEN').toUpperCase();
  const called = settings['arn'] ?? { 'Fn::GetAtt': [functionId(nameOf(settings)), 'Arn'] };
  return { ...common(settings, api), Type: type, AuthorizerUri: invocationUri(called) };
}

/** The URI by which API Gateway calls a function. */
export function invocationUri(arn: unknown): JsonMap {
  return { 'Fn::Join': ['', [
    'arn:', { Ref: 'AWS::Partition' }, ':apigateway:', { Ref: 'AWS::Region' }, ':lambda:path/2015-03-31/functions/', arn, '/invocations',
  ]] };
}

/** The name of the authorizer; by default, the last part of the ARN. */
function nameOf(settings: JsonMap): string {
  const { name, arn } = settings;
  if (typeof name === 'string') return name;
  const id = textOf(arn)?.split(/[:/]/).at(-1) ?? textOf(listOf(member(arn, 'Fn::GetAtt'))[0]) ?? 'authorizer';
  return id.replaceAll(/[^A-Za-z0-9_-]/g, '');
}

function scopesOf(settings: JsonMap): JsonMap {
  const scopes = listOf(settings['scopes']);
  return scopes.length === 0 ? {} : { AuthorizationScopes: scopes };
}
