import { invocationUri } from './authorizers';
import { resourceOf, type DeclaredResource } from './declared-resource';
import { functionId, httpApiAuthorizerId } from './names';
import { freeNames } from './route-ids';
import { isMap, listOf, mapOf, member, present, textOf, type JsonMap } from './value';

const DEFAULT_PAYLOAD = '2.0';

/** The authorizers of an HTTP API, and the authorization of its routes. */
export interface HttpApiAuthorizers {
  readonly resources: readonly DeclaredResource[];
  /** The members of a route whose event has this authorizer: its name, or settings. */
  readonly of: (authorizer: unknown) => JsonMap;
}

/** Reads `provider.httpApi.authorizers`. A route that names one that is not there refers to a resource that is not there, and refuses. */
export function httpApiAuthorizers(declared: JsonMap, api: unknown): HttpApiAuthorizers {
  const free = freeNames();
  const ids = new Map(Object.keys(declared).map((name) => [name, free(httpApiAuthorizerId(textOf(member(declared, name, 'name')) ?? name))]));
  const resources = [...ids].map(([name, id]) => (
    resourceOf({ id, type: 'Authorizer', at: ['provider', 'httpApi', 'authorizers', name] }, { ApiId: api, ...propertiesOf(name, mapOf(member(declared, name))) })
  ));
  const idOf = (name: unknown): JsonMap => ({ Ref: ids.get(String(name)) ?? free(httpApiAuthorizerId(String(name))) });
  const of = (authorizer: unknown): JsonMap => {
    if (authorizer === undefined || authorizer === null || authorizer === false) return { AuthorizationType: 'NONE' };
    const settings = isMap(authorizer) ? authorizer : { name: authorizer };
    if (textOf(settings['type'])?.toLowerCase() === 'aws_iam') return { AuthorizationType: 'AWS_IAM' };
    const { id, name } = settings;
    const type = textOf(settings['type'] ?? (id === undefined ? member(declared, String(name), 'type') : undefined));
    return present({
      AuthorizationType: type?.toLowerCase() === 'request' ? 'CUSTOM' : 'JWT', AuthorizerId: id ?? idOf(name),
      AuthorizationScopes: settings['scopes'] === undefined ? undefined : listOf(settings['scopes']),
    });
  };
  return { resources, of };
}

/** An authorizer of tokens, unless its type says that it is a function. */
function propertiesOf(name: string, settings: JsonMap): JsonMap {
  const shared = { Name: settings['name'] ?? name, IdentitySource: listOf(settings['identitySource']) };
  if (settings['type'] !== 'request') {
    return { ...shared, AuthorizerType: 'JWT', JwtConfiguration: present({ Audience: listOf(settings['audience']), Issuer: settings['issuerUrl'] }) };
  }
  const called = settings['functionArn'] ?? { 'Fn::GetAtt': [functionId(textOf(settings['functionName']) ?? ''), 'Arn'] };
  return {
    ...shared, AuthorizerType: 'REQUEST', AuthorizerUri: invocationUri(called), EnableSimpleResponses: settings['enableSimpleResponses'],
    AuthorizerResultTtlInSeconds: settings['resultTtlInSeconds'], AuthorizerPayloadFormatVersion: settings['payloadVersion'] ?? DEFAULT_PAYLOAD,
  };
}
