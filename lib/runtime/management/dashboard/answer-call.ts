import * as z from 'zod';
import { CATALOG, fillMessage, GatewayError, type CatalogRow, type ErrorCode } from '../../../errors';
import { isDeeperThan, MAX_READ_LEVELS } from '../../../spec';
import type { HeaderField } from '../../http/headers';
import type { Reply } from '../../http/reply';
import type { Received } from '../../http/request';
import { sentenceOf } from '../../inspection/why';
import type { DashboardPorts } from './dashboard-ports';
import type { Answer, Operation } from './operation';
import { CONNECTION_OPERATIONS } from './connection-operations';
import { GATEWAY_OPERATIONS } from './gateway-operations';
import { REQUEST_OPERATIONS } from './request-operations';

/** The dashboard's answer to a request that has shown its token; undefined for paths that it does not have. */
export function answerCall({ method, target, body }: Pick<Received, 'method' | 'target' | 'body'>, ports: DashboardPorts): Reply | Promise<Reply> | undefined {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const matches = OPERATIONS.flatMap((operation) => {
    const id = idIn(path, operation.path);
    return id === undefined ? [] : [{ operation, id }];
  });
  if (matches.length === 0) return undefined;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const match = matches.find(({ operation }) => operation.method === wanted);
  if (match === undefined) {
    const reply = errorReply(new GatewayError('MANAGEMENT_OPERATION_UNKNOWN', { method, path }), 405);
    return { ...reply, headers: [...reply.headers, { name: 'Allow', value: matches.map(({ operation }) => operation.method).join(', ') }] };
  }
  return run(match.operation, { id: match.id, query: new URLSearchParams(query), body }, ports);
}

interface ReadableCall {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

async function run(operation: Operation, { id, query, body }: ReadableCall, ports: DashboardPorts): Promise<Reply> {
  try {
    return replyOf(await operation.run({ id, query, body: readBody(operation, body) }, ports));
  } catch (error) {
    // anything else is a defect, which the handler answers
    if (!GatewayError.isGatewayError(error)) throw error;
    return errorReply(error);
  }
}

/** @throws DASHBOARD_CALL_INVALID */
function readBody({ path: target, body: schema }: Operation, body: Buffer): unknown {
  if (schema === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body.length === 0 ? '{}' : body.toString('utf8'));
    if (isDeeperThan(value, MAX_READ_LEVELS)) throw new Error(`it is nested deeper than ${MAX_READ_LEVELS} levels`);
    return schema.parse(value);
  } catch (cause) {
    throw new GatewayError('DASHBOARD_CALL_INVALID', { target, reason: reasonOf(cause) }, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) return cause.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; ');
  return `the body cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}

/** Returns the response for an error, with its code in the catalog; errors of requests are about the gateway's own port. */
export function errorReply(error: GatewayError, status = statusOf(error.code)): Reply {
  const { code, details } = error;
  return replyOf({ status, json: { code, message: sentenceOf(error), help: fillMessage(CATALOG[code].help, details) } });
}

function statusOf(code: ErrorCode): number {
  const row: CatalogRow = CATALOG[code];
  return row.kind === 'request' ? 502 : row.status ?? 400;
}

/** `requestId` for `/api/requests/requestId` and `/api/requests/{id}`; empty without a parameter; undefined for another path. */
function idIn(path: string, template: string): string | undefined {
  const [before = '', after] = template.split('{id}');
  if (after === undefined) return path === template ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return id === '' || id.includes('/') ? undefined : decoded(id);
}

/** Ids of requests of HTTP APIs have characters that are encoded in paths. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // there is no such id
  }
}

/** The reply with an answer; nobody keeps it, or takes it for another type. */
export function replyOf({ status = 200, json, text, mediaType = 'application/json', stream }: Answer): Reply {
  const headers = [{ name: 'Content-Type', value: mediaType }, ...COMMON];
  if (stream !== undefined) return { status, headers, body: Buffer.alloc(0), stream };
  if (status === 204) return { status, headers: COMMON, body: Buffer.alloc(0) };
  return { status, headers, body: Buffer.from(text ?? JSON.stringify(json)) };
}

const COMMON: readonly HeaderField[] = [{ name: 'Cache-Control', value: 'no-store' }, { name: 'X-Content-Type-Options', value: 'nosniff' }];

const DESCRIPTION: Operation = {
  method: 'GET', path: '/api/openapi.json', summary: 'This document', answers: 'application/json',
  // its schemas are made when they are asked for: no gateway starts later for them
  run: async () => ({ json: (await import('./describe-api')).openApi(OPERATIONS) }),
};

const OPERATIONS: readonly Operation[] = [...GATEWAY_OPERATIONS, ...REQUEST_OPERATIONS, ...CONNECTION_OPERATIONS, DESCRIPTION];
