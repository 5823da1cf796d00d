import { expectList, expectMap, expectText, refuseResource } from '../refuse';
import { isMap, isSet, member, type JsonMap } from '../value';

/** An authorizer of an HTTP API, and what its text needs to know. */
interface AuthorizerPlace {
  readonly id: string;
  readonly name: string;
  readonly partition: string;
}

const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const SOURCES = {
  Headers: '$request.header.', QueryStrings: '$request.querystring.', StageVariables: '$stageVariables.', Context: '$context.',
} as const;

/** The security scheme of an authorizer: of tokens, or of a function. */
export function httpApiScheme(place: AuthorizerPlace, authorizer: JsonMap): JsonMap {
  if (member(authorizer, 'FunctionArn') !== undefined) {
    return { 'type': 'apiKey', 'name': 'Unused', 'in': 'header', [AUTHORIZER]: lambdaAuthorizer(place, authorizer) };
  }
  const configuration = authorizer['JwtConfiguration'];
  const source = authorizer['IdentitySource'];
  return {
    type: 'oauth2',
    [AUTHORIZER]: {
      type: 'jwt',
      ...(isMap(configuration) ? { jwtConfiguration: inLowerCase(configuration) } : {}),
      ...(isSet(source) ? { identitySource: source } : {}),
    },
  };
}

function lambdaAuthorizer(place: AuthorizerPlace, authorizer: JsonMap): JsonMap {
  const { id, name, partition } = place;
  const version = authorizer['AuthorizerPayloadFormatVersion'];
  if (!isSet(version)) throw refuseResource(id, `${name} Lambda Authorizer must define 'AuthorizerPayloadFormatVersion'.`);
  const uri = `arn:${partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${__FunctionArn__}/invocations`;
  const ttl = member(authorizer['Identity'], 'ReauthorizeEvery');
  const source = identitySource(place, authorizer['Identity']);
  return {
    type: 'request',
    authorizerUri: { 'Fn::Sub': [uri, { __FunctionArn__: authorizer['FunctionArn'] }] },
    authorizerPayloadFormatVersion: version,
    ...(ttl === undefined ? {} : { authorizerResultTtlInSeconds: ttl }),
    ...(source === '' ? {} : { identitySource: source }),
    ...(isSet(authorizer['EnableSimpleResponses']) ? { enableSimpleResponses: authorizer['EnableSimpleResponses'] } : {}),
  };
}

function identitySource({ id, name }: AuthorizerPlace, identity: unknown): string {
  if (!isSet(identity)) return '';
  const refuse = (reason: string) => refuseResource(id, reason);
  const sources = expectMap(identity, `Authorizers.${name}.Identity`, refuse);
  return Object.entries(SOURCES).flatMap(([kind, prefix]) => {
    if (!isSet(sources[kind])) return [];
    const path = `Auth.Authorizers.${name}.Identity.${kind}`;
    return expectList(sources[kind], path, refuse).map((item, index) => `${prefix}${expectText(item, `${path}[${index}]`, refuse)}`);
  }).join(', ');
}

/** `Issuer` of SAM is `issuer` in documents. */
function inLowerCase(configuration: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(configuration).map(([key, value]) => [key.toLowerCase(), value]));
}
