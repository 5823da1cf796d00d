import type { HeaderList } from '../http/headers';
import type { ConnectionEvent } from '../plan/connection';
import type { Principal } from '../plan/principal';
import { headerRecords, type EventSource } from './event';
import { queryRecords, valuesRecord } from './records';
import { authorizer, commonLogTime, type ContextSource } from './request-context';

/*
 * The events of WebSocket APIs. Members without a value are left out; only the first event of a connection has the headers and the
 * query of its handshake.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html
 */

type Members = Record<string, unknown>;

export function webSocketEvent(request: EventSource): Members {
  const { received: { body }, connection } = request;
  const event: Members = { ...EVENTS[typeOf(connection)](request), requestContext: webSocketContext(request) };
  const variables = valuesRecord(request.stage.variables);
  if (variables !== null) event.stageVariables = variables;
  if (connection?.type === 'MESSAGE') event.body = body.toString('utf8');
  event.isBase64Encoded = false;
  return event;
}

const EVENTS: Readonly<Record<ConnectionEvent['type'], (request: EventSource) => Members>> = {
  CONNECT: ({ headers, queryParameters }) => {
    const members = headerMembers(canonical(headers));
    return Object.keys(queryParameters).length === 0 ? members : { ...members, ...queryRecords(queryParameters) };
  },
  MESSAGE: () => ({}),
  DISCONNECT: ({ connection }) => {
    // the service sends these headers with the end of every connection; three of them are always empty
    const names = { 'Host': connection?.connection.host ?? '', 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' };
    return headerMembers(Object.entries(names).map(([name, value]) => ({ name, value })));
  },
};

/** The event of an authorizer function, which is asked when a client connects. */
export function webSocketRequest(request: EventSource): Members {
  const { headers, queryParameters, stage } = request;
  const { queryStringParameters, multiValueQueryStringParameters } = queryRecords(queryParameters);
  return {
    ...headerMembers(canonical([...HANDSHAKE_HEADERS, ...headers])),
    queryStringParameters: queryStringParameters ?? {},
    multiValueQueryStringParameters: multiValueQueryStringParameters ?? {},
    stageVariables: valuesRecord(stage.variables) ?? {},
    requestContext: webSocketContext(request),
  };
}

/** Headers of the handshake that only authorizers see. */
const HANDSHAKE_HEADERS: HeaderList = [{ name: 'Connection', value: 'upgrade' }, { name: 'Upgrade', value: 'websocket' }];

function headerMembers(headers: HeaderList): Members {
  const { single, multi } = headerRecords(headers);
  return { headers: single, multiValueHeaders: multi };
}

/** `sec-websocket-key` → `Sec-WebSocket-Key`. */
function canonical(headers: HeaderList): HeaderList {
  return headers.map(({ name, value }) => ({ name: canonicalName(name), value }));
}

function canonicalName(name: string): string {
  return name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace('Websocket', 'WebSocket');
}

/** requestContext of an event, and the source of `$context`. */
export function webSocketContext(request: ContextSource): Members {
  const { received: { receivedAt }, ids, stage, plan, connection: event } = request;
  const { connectionId, connectedAt, host } = event?.connection ?? UNKNOWN;
  const context: Members = { routeKey: plan.routeKey ?? '' };
  if (event?.messageId !== undefined) context.messageId = event.messageId;
  if (event?.close !== undefined) {
    context.disconnectStatusCode = event.close.code;
    context.disconnectReason = event.close.reason;
  }
  return {
    ...context,
    ...authorizer(request.principal),
    eventType: typeOf(event),
    extendedRequestId: ids.extendedRequestId,
    requestTime: commonLogTime(receivedAt),
    messageDirection: 'IN',
    stage: stage.name,
    connectedAt,
    requestTimeEpoch: receivedAt,
    identity: identityOf(request),
    requestId: ids.requestId,
    domainName: host,
    connectionId,
    apiId: stage.apiId,
  };
}

/** A request that is no event of a connection: it is refused, and logged. */
const UNKNOWN = { connectionId: '', connectedAt: 0, host: '' };

function typeOf(event: ConnectionEvent | undefined): ConnectionEvent['type'] {
  return event?.type ?? 'CONNECT';
}

function identityOf({ received: { sourceIp }, connection, principal, apiKey }: ContextSource): Members {
  const userAgent = connection?.connection.userAgent;
  return {
    ...(apiKey === undefined ? {} : { apiKey: apiKey.value, apiKeyId: apiKey.id }),
    ...signerOf(principal),
    ...(userAgent === undefined ? {} : { userAgent }),
    sourceIp,
  };
}

function signerOf(principal: Principal | undefined): Members {
  if (principal?.type !== 'iam') return {};
  const { accessKey, accountId, caller, user, userArn } = principal;
  return { accessKey, accountId, caller, user, userArn };
}
