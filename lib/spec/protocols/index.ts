import { GatewayError } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { PROTOCOLS, protocolOf, type Protocol } from '../protocol';
import type { ProtocolDescription } from './description';
import { FUNCTION_URL } from './function-url';
import { HTTP_API } from './http';
import { REST_API } from './rest';
import { WEBSOCKET_API } from './websocket';

/** Typed over all kinds of APIs: a new one does not compile without its file here. */
const DESCRIPTIONS: Readonly<Record<Protocol, ProtocolDescription>> = {
  'rest': REST_API, 'http': HTTP_API, 'function-url': FUNCTION_URL, 'websocket': WEBSOCKET_API,
};

/** Describes the kind of an API to code that does not depend on it. */
export function describeProtocol(spec: { readonly protocol?: Protocol | undefined }): ProtocolDescription {
  return DESCRIPTIONS[protocolOf(spec)];
}

/** A written spec with the defaults of its kind of API. A kind that does not exist is reported when the spec is read. */
export function withProtocolDefaults(written: unknown): unknown {
  const protocol = protocolIn(written);
  return protocol === undefined ? written : DESCRIPTIONS[protocol].withDefaults(written);
}

/** An integration that every API of the kind of a written spec may have. */
export function standInIntegrationFor(written: unknown): object {
  return DESCRIPTIONS[protocolIn(written) ?? 'rest'].standInIntegration;
}

function protocolIn(written: unknown): Protocol | undefined {
  const protocol: unknown = typeof written === 'object' && written !== null && 'protocol' in written ? written.protocol : undefined;
  return PROTOCOLS.find((name) => name === protocol);
}

/**
 * Refuses an API of another kind where only REST APIs are written.
 * @param what - to be written, for people: `OpenAPI documents`
 * @throws PROTOCOL_NOT_WRITTEN
 */
export function requireRestApi(spec: Pick<GatewaySpec, 'api' | 'protocol'>, what: string): void {
  if (protocolOf(spec) !== 'rest') throw protocolNotWritten(spec, what);
}

/** The refusal to write something of a kind of API. @param what - for people: `OpenAPI documents` */
export function protocolNotWritten(spec: Pick<GatewaySpec, 'api' | 'protocol'>, what: string): GatewayError {
  return new GatewayError('PROTOCOL_NOT_WRITTEN', { what, kind: describeProtocol(spec).label }, { location: spec.api.name });
}

export type { ProtocolDescription } from './description';
