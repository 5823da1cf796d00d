import { forwardedHeaders } from '../../edge/forwarding';
import { withoutSignature } from '../../edge/signature';
import { headerFields } from '../../http/header-fields';
import type { Protocol } from '../../../spec';
import type { RequestPath } from '../../http/request';
import type { EventRoute } from '../../plan/exchange';
import { readQuery, readTarget, readWholeTarget } from '../../router/request-path';
import type { DecodedCall } from '../wire/raw-call';
import { EVENTS } from '../../lambda-format/events';
import { putMember } from '../../lambda-format/records';

/** The event of a call, as the gateway would build it. Everything in it is new, so a handler may modify it. */
export function rawEvent({ format, parameterNames, stage, plan }: EventRoute, call: DecodedCall): Record<string, unknown> {
  const { received, ids, caller, parameters, raw: { head, body } } = call;
  const methodEnd = head.indexOf(' ');
  const targetEnd = head.indexOf(' ', methodEnd + 1);
  const { receivedAt, sourceIp, peerIp, port, scheme, protocol } = received;
  const { path, fullPath, query } = PATHS[stage.protocol](head.slice(methodEnd + 1, targetEnd));
  const request = {
    method: head.slice(0, methodEnd), receivedAt, sourceIp, peerIp, port, scheme, protocol,
    headers: headerFields(head, head.indexOf('\n', targetEnd) + 1),
    body: body === '' ? NO_BODY : Buffer.from(body, 'latin1'),
  };
  return EVENTS[format]({
    path, fullPath, query, ids, stage, plan,
    received: request,
    principal: caller?.principal ?? ANONYMOUS,
    apiKey: caller?.apiKey,
    headers: withoutSignature(forwardedHeaders({ received: request, ids, context: stage })),
    queryParameters: readQuery(query),
    pathParameters: pathParameters(parameterNames, parameters),
  });
}

/** The stage of an HTTP API stays in its paths. */
const PATHS: Readonly<Record<Protocol, (target: string) => Pick<RequestPath, 'path' | 'fullPath' | 'query'>>> = {
  'rest': readTarget, 'http': readWholeTarget, 'function-url': readWholeTarget, 'websocket': readTarget,
};

const NO_BODY = Buffer.alloc(0);
const ANONYMOUS = { type: 'anonymous' } as const;

function pathParameters(names: readonly string[], values: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) putMember(parameters, name, values[index] ?? '');
  return parameters;
}
