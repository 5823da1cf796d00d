import { PROTOCOLS, type Protocol } from './protocol';

/*
 * The kinds of APIs that members of a node belong to. A table is typed over the members of its node: a new one takes a position, or
 * does not compile.
 */

/** The kinds that have a member, and the value that stands for its absence where a default fills it in. */
interface MemberPosition {
  readonly protocols: readonly Protocol[];
  readonly absent?: unknown;
}

export type MemberPositions<Node> = { readonly [Member in keyof Required<Node>]: MemberPosition };

export const EVERY_API: MemberPosition = { protocols: PROTOCOLS };
export const HTTP_API_ONLY: MemberPosition = { protocols: ['http'] };
export const WEBSOCKET_API_ONLY: MemberPosition = { protocols: ['websocket'] };
/** Members of the kinds of APIs whose stages have custom domains in the spec. */
export const HTTP_OR_WEBSOCKET_API: MemberPosition = { protocols: ['http', 'websocket'] };
/** Members that the URLs of functions share with HTTP APIs. */
export const HTTP_API_OR_URL: MemberPosition = { protocols: ['http', 'function-url'] };

/** @param absent - the value that a default gives the member */
export function restApiOnly(absent?: unknown): MemberPosition {
  return { protocols: ['rest'], absent };
}

/** Members of REST and WebSocket APIs. @param absent - the value that a default gives the member */
export function notHttpApi(absent?: unknown): MemberPosition {
  return { protocols: ['rest', 'websocket'], absent };
}

/** @param absent - the value that a default gives the member */
export function restApiOrUrl(absent: unknown): MemberPosition {
  return { protocols: ['rest', 'function-url'], absent };
}

/** Names of the members of a node that a kind of API does not have. */
export function foreignMembers<Node extends object>(node: Node, positions: MemberPositions<Node>, protocol: Protocol): string[] {
  return Object.entries(node).filter(([name, value]) => {
    const { protocols, absent } = positions[name as keyof Node]; // a strict schema has let no other member through
    return !protocols.includes(protocol) && value !== absent && !isEmpty(value);
  }).map(([name]) => name);
}

/** Nothing, if a node of this kind belongs to the kind of API, else its name. */
export function foreignKind(name: string, protocols: readonly Protocol[], protocol: Protocol): string[] {
  return protocols.includes(protocol) ? [] : [name];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
