import { present } from '../../../openapi';
import { refuseResource, refuseTemplate, expectBoolean, expectList, expectMap, expectText } from '../refuse';
import { openDocument, type SwaggerDocument } from '../swagger/document';
import { addCustomStatements, addResourcePolicy } from '../swagger/resource-policy';
import { addApiKeyDefinition, addSecurityDefinitions, setDefaultApiKey, setDefaultAuthorizer } from '../swagger/security';
import { isMap, isSet, member, printed, type JsonMap } from '../value';
import { documentFor, type ApiSource } from './api-source';
import { postProcess } from './post-process';

const MEMBERS = new Set([
  'Authorizers', 'DefaultAuthorizer', 'InvokeRole', 'AddDefaultAuthorizerToCorsPreflight', 'AddApiKeyRequiredToCorsPreflight', 'ApiKeyRequired',
  'ResourcePolicy', 'UsagePlan',
]);

/** An API's `Auth`: its authorizers, the default one, required API keys and its resource policy. */
export function addAuth(source: ApiSource, auth: unknown): void {
  if (!isSet(auth) || !isMap(auth)) return;
  if (!isSet(source.body)) throw refuseResource(source.id, "Auth works only with inline Swagger specified in 'DefinitionBody' property.");
  if (!Object.keys(auth).every((key) => MEMBERS.has(key))) throw refuseResource(source.id, "Invalid value for 'Auth' property");
  const document = openDocument(documentFor(source, 'Auth configuration'));
  addAuthorizers(source, document, auth);
  if (isSet(auth['ApiKeyRequired'])) {
    addApiKeyDefinition(document);
    for (const path of Object.keys(document.paths)) setDefaultApiKey(document, path, isOn(auth, 'AddApiKeyRequiredToCorsPreflight'));
  }
  addPolicy(source, document, auth['ResourcePolicy']);
  postProcess(document, source.properties['OpenApiVersion']);
}

function addAuthorizers(source: ApiSource, document: SwaggerDocument, auth: JsonMap): void {
  const name = auth['DefaultAuthorizer'];
  const declared = declaredAuthorizers(source.id, auth['Authorizers']);
  const isIam = name === 'AWS_IAM';
  // without authorizers the translator ignores the default one, and deploys an open API
  if (Object.keys(declared).length === 0 && !isSet(name)) return;
  addSecurityDefinitions(document, {
    ...(isIam ? { AWS_IAM: IAM_DEFINITION } : {}),
    ...Object.fromEntries(Object.entries(declared).map(([key, authorizer]) => [key, securityDefinition(source, key, authorizer)])),
  });
  if (!isSet(name)) return;
  const chosen = {
    name: defaultAuthorizer(source.id, name, declared), authorizers: declared, preflight: isOn(auth, 'AddDefaultAuthorizerToCorsPreflight'),
  };
  for (const path of Object.keys(document.paths)) setDefaultAuthorizer(document, path, chosen);
}

/** The name of a default authorizer, which is declared or AWS_IAM. */
export function defaultAuthorizer(id: string, name: unknown, declared: JsonMap): string {
  if (typeof name !== 'string') throw refuseResource(id, 'DefaultAuthorizer is not a string.');
  if (name === 'AWS_IAM' || Object.hasOwn(declared, name)) return name;
  throw refuseResource(id, `Unable to set DefaultAuthorizer because '${name}' was not defined in 'Authorizers'.`);
}

function addPolicy({ properties }: ApiSource, document: SwaggerDocument, policy: unknown): void {
  if (!isSet(policy)) return;
  if (!isMap(policy)) throw refuseTemplate('ResourcePolicy must be a map (ResourcePolicyStatement).');
  for (const path of Object.keys(document.paths)) addResourcePolicy({ document, path, stage: properties['StageName'] }, policy);
  if (isSet(policy['CustomStatements'])) addCustomStatements(document, policy['CustomStatements']);
}

/** Both settings for preflights are on unless they are switched off. */
function isOn(auth: JsonMap, key: string): boolean {
  return Object.hasOwn(auth, key) ? isSet(auth[key]) : true;
}

const PAYLOAD_TYPES = new Set<unknown>(['TOKEN', 'REQUEST']);
export const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const REQUEST_SOURCES = {
  Headers: 'method.request.header.', QueryStrings: 'method.request.querystring.', StageVariables: 'stageVariables.', Context: 'context.',
} as const;

/** The declared authorizers after the translator's checks. */
function declaredAuthorizers(id: string, authorizers: unknown): Readonly<Record<string, JsonMap>> {
  if (!isSet(authorizers)) return {};
  const refuse = (reason: string) => refuseResource(id, reason);
  const declared = Object.entries(expectMap(authorizers, 'Auth.Authorizers', refuse))
    .map(([name, authorizer]) => [name, expectMap(authorizer, `Auth.Authorizers.${name}`, refuse)] as const);
  for (const [name, authorizer] of declared) checkAuthorizer(id, name, authorizer);
  return Object.fromEntries(declared);
}

function checkAuthorizer(id: string, name: string, authorizer: JsonMap): void {
  const refuse = (reason: string) => refuseResource(id, reason);
  const payload = member(authorizer, 'FunctionPayloadType');
  if (payload !== undefined && !PAYLOAD_TYPES.has(payload)) throw refuse(`${name} Authorizer has invalid 'FunctionPayloadType': ${printed(payload)}.`);
  if (payload === 'REQUEST' && lacksIdentitySource(id, name, authorizer['Identity'])) {
    throw refuse(`${name} Authorizer must specify Identity with at least one of Headers, QueryStrings, StageVariables, or Context.`);
  }
  expectList(member(authorizer, 'AuthorizationScopes') ?? [], `Authorizers.${name}.AuthorizationScopes`, refuse);
  expectBoolean(member(authorizer, 'DisableFunctionDefaultPermissions') ?? false, `Authorizers.${name}.DisableFunctionDefaultPermissions`, refuse);
}

/** A REQUEST authorizer needs an identity source unless its results are not cached. */
function lacksIdentitySource(id: string, name: string, identity: unknown): boolean {
  if (!isSet(identity)) return true;
  const sources = expectMap(identity, `Authorizer.${name}.Identity`, (reason) => refuseResource(id, reason));
  const hasNone = Object.keys(REQUEST_SOURCES).every((source) => !isSet(sources[source]));
  const ttl = sources['ReauthorizeEvery'];
  const seconds = typeof ttl === 'number' || (typeof ttl === 'string' && /^\s*-?\d+\s*$/.test(ttl)) ? Math.trunc(Number(ttl)) : undefined;
  return hasNone && (seconds === undefined || seconds > 0);
}

function securityDefinition(source: ApiSource, name: string, authorizer: JsonMap): JsonMap {
  const isPool = isSet(authorizer['UserPoolArn']);
  const isRequest = !isPool && authorizer['FunctionPayloadType'] === 'REQUEST';
  return {
    'type': 'apiKey',
    'name': isRequest ? 'Unused' : identityHeader(source.id, authorizer['Identity']),
    'in': 'header',
    'x-amazon-apigateway-authtype': isPool ? 'cognito_user_pools' : 'custom',
    [AUTHORIZER]: isPool ? userPools(authorizer) : lambdaAuthorizer(source, name, authorizer),
  };
}

const IAM_DEFINITION: JsonMap = {
  'type': 'apiKey', 'name': 'Authorization', 'in': 'header', 'x-amazon-apigateway-authtype': 'awsSigv4',
};

function userPools(authorizer: JsonMap): JsonMap {
  const pools = authorizer['UserPoolArn'];
  return { type: 'cognito_user_pools', providerARNs: Array.isArray(pools) ? pools : [pools], ...validationExpression(authorizer) };
}

function lambdaAuthorizer({ id, partition }: ApiSource, name: string, authorizer: JsonMap): JsonMap {
  const isRequest = authorizer['FunctionPayloadType'] === 'REQUEST';
  const ttl = member(authorizer['Identity'], 'ReauthorizeEvery');
  const role = authorizer['FunctionInvokeRole'];
  const source = isRequest ? identitySource({ id, name }, authorizer['Identity'], REQUEST_SOURCES) : '';
  return {
    type: isRequest ? 'request' : 'token',
    authorizerUri: authorizerUri(partition, authorizer['FunctionArn'] ?? null),
    ...present({ authorizerResultTtlInSeconds: ttl }),
    ...(isSet(role) && role !== 'NONE' ? { authorizerCredentials: role } : {}),
    ...(source === '' ? {} : { identitySource: source }),
    ...(isRequest ? {} : validationExpression(authorizer)),
  };
}

/** The address by which API Gateway calls the function of an authorizer. */
export function authorizerUri(partition: string, functionArn: unknown): JsonMap {
  const uri = `arn:${partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${__FunctionArn__}/invocations`;
  return { 'Fn::Sub': [uri, { __FunctionArn__: functionArn }] };
}

function validationExpression(authorizer: JsonMap): JsonMap {
  const expression = member(authorizer['Identity'], 'ValidationExpression');
  return isSet(expression) ? { identityValidationExpression: expression } : {};
}

function identityHeader(id: string, identity: unknown): unknown {
  if (isSet(identity) && !isMap(identity)) {
    throw refuseResource(
      id, 'Auth.Authorizers.<Authorizer>.Identity must be a dict (LambdaTokenAuthorizationIdentity, '
      + 'LambdaRequestAuthorizationIdentity or CognitoAuthorizationIdentity).',
    );
  }
  const header = member(identity, 'Header');
  return isSet(header) ? header : 'Authorization';
}

/** The parts of a request that identify its caller. @param prefixes - of the names, by the kinds of parts */
export function identitySource(
  { id, name }: { readonly id: string; readonly name: string }, identity: unknown, prefixes: Readonly<Record<string, string>>,
): string {
  const refuse = (reason: string) => refuseResource(id, reason);
  return Object.entries(prefixes).flatMap(([kind, prefix]) => {
    const names = member(identity, kind);
    if (!isSet(names)) return [];
    const path = `Auth.Authorizers.${name}.Identity.${kind}`;
    return expectList(names, path, refuse).map((item, index) => `${prefix}${expectText(item, `${path}[${index}]`, refuse)}`);
  }).join(', ');
}
