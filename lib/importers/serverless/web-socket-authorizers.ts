import { invocationUri } from './authorizers';
import { resourceOf, type DeclaredResource } from './declared-resource';
import { functionId, webSocketAuthorizerId } from './names';
import { isMap, isUnresolved, listOf, textOf, type JsonMap } from './value';
import type { WebSocketEvent } from './web-socket-events';

/** A logical id that no resource has. */
const NOT_READ = 'Websockets authorizer';
const DEFAULT_SOURCE = 'route.request.header.Auth';

/** The authorizers of a WebSocket API, and the authorization of its routes. */
export interface WebSocketAuthorizers {
  readonly resources: readonly DeclaredResource[];
  /** The members of a route whose event has this authorizer: the name or the ARN of a function, or settings. */
  readonly of: (authorizer: unknown) => JsonMap;
}

/** Reads the authorizers of events. One that cannot be read refers to a resource that is not there, and its route refuses. */
export function authorizersOf(events: readonly WebSocketEvent[], api: unknown): WebSocketAuthorizers {
  const resources = new Map<string, DeclaredResource>();
  const readings = new Map<string, string>();
  for (const { settings: { authorizer }, origin: at } of events) {
    const read = readAuthorizer(authorizer);
    if (read === undefined) continue;
    const id = webSocketAuthorizerId(read.name);
    if (resources.has(id)) continue;
    readings.set(id, JSON.stringify(read));
    resources.set(id, resourceOf({ id, type: 'Authorizer', at }, { ApiId: api, AuthorizerType: 'REQUEST', Name: read.name, ...read.properties }));
  }
  const of = (authorizer: unknown): JsonMap => {
    if (isOpen(authorizer)) return { AuthorizationType: 'NONE' };
    const read = readAuthorizer(authorizer);
    const id = read === undefined ? NOT_READ : webSocketAuthorizerId(read.name);
    // another authorizer of the same name decides otherwise
    return { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: readings.get(id) === JSON.stringify(read) ? id : NOT_READ } };
  };
  return { resources: [...resources.values()], of };
}

function isOpen(authorizer: unknown): boolean {
  return authorizer === undefined || authorizer === null || authorizer === false || authorizer === '';
}

interface ReadAuthorizer {
  readonly name: string;
  readonly properties: JsonMap;
}

/** A text with colons is an ARN, whose last part is the name; any other is the name of a function. */
function readAuthorizer(authorizer: unknown): ReadAuthorizer | undefined {
  if (isOpen(authorizer)) return undefined;
  const short = textOf(authorizer);
  const settings = isMap(authorizer) ? authorizer : short === undefined ? {} : short.includes(':') ? { arn: short } : { name: short };
  const { arn } = settings;
  const name = typeof arn === 'string' ? arn.split(':').at(-1) : textOf(settings['name']);
  if (name === undefined || name === '' || isUnresolved(name) || isUnresolved(arn)) return undefined;
  const called = arn ?? { 'Fn::GetAtt': [functionId(name), 'Arn'] };
  const sources = listOf(settings['identitySource']);
  return { name, properties: { AuthorizerUri: invocationUri(called), IdentitySource: sources.length === 0 ? [DEFAULT_SOURCE] : sources } };
}
