import * as z from 'zod';
import { CATALOG, GatewayError } from '../../../errors';
import type { HeaderField } from '../../http/headers';
import type { Reply } from '../../http/reply';
import type { Received } from '../../http/request';
import type { DashboardPorts } from './dashboard-ports';
import { OPERATIONS } from './open-api';
import type { Answer, Operation } from './operation';

/** The dashboard's answer to a request that has shown its token; undefined for paths that it does not have. */
export function answerCall({ method, target, body }: Pick<Received, 'method' | 'target' | 'body'>, ports: DashboardPorts): Reply | Promise<Reply> | undefined {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const found = OPERATIONS.flatMap((operation) => {
    const id = idIn(path, operation.path);
    return id === undefined ? [] : [{ operation, id }];
  });
  if (found.length === 0) return undefined;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const match = found.find(({ operation }) => operation.method === wanted);
  if (match === undefined) return refused(405, 'Method Not Allowed', [{ name: 'Allow', value: found.map(({ operation }) => operation.method).join(', ') }]);
  return run(match.operation, { id: match.id, query: new URLSearchParams(query), body }, ports);
}

interface ReadableCall {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

async function run({ body: schema, run: answer }: Operation, { id, query, body }: ReadableCall, ports: DashboardPorts): Promise<Reply> {
  try {
    const read = schema === undefined ? undefined : schema.parse(JSON.parse(body.length === 0 ? '{}' : body.toString('utf8')));
    return replyOf(await answer({ id, query, body: read }, ports));
  } catch (error) {
    return errorReply(error);
  }
}

/** What the caller did wrong is said; anything else is a defect, which the handler answers. */
function errorReply(error: unknown): Reply {
  if (error instanceof SyntaxError) return refused(400, `the body is not JSON: ${error.message}`);
  if (error instanceof z.ZodError) return refused(400, error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; '));
  if (!GatewayError.isGatewayError(error)) throw error;
  const { message: text, code } = error;
  const status = CATALOG[code].kind === 'request' ? 502 : 400; // those of requests are about the gateway's own port
  return jsonReply(status, { message: text, code });
}

/** `requestId` for `/api/requests/requestId` and `/api/requests/{id}`; empty without a parameter; undefined for another path. */
function idIn(path: string, template: string): string | undefined {
  const [before = '', after] = template.split('{id}');
  if (after === undefined) return path === template ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return id === '' || id.includes('/') ? undefined : id;
}

function replyOf({ status = 200, json, text, mediaType = 'application/json', stream }: Answer): Reply {
  const headers = [{ name: 'Content-Type', value: mediaType }, ...COMMON];
  if (stream !== undefined) return { status, headers, body: Buffer.alloc(0), stream };
  if (status === 204) return { status, headers: COMMON, body: Buffer.alloc(0) };
  return { status, headers, body: Buffer.from(text ?? JSON.stringify(json)) };
}

function refused(status: number, message: string, headers: readonly HeaderField[] = []): Reply {
  const reply = jsonReply(status, { message });
  return { ...reply, headers: [...reply.headers, ...headers] };
}

function jsonReply(status: number, content: object): Reply {
  return { status, headers: [{ name: 'Content-Type', value: 'application/json' }, ...COMMON], body: Buffer.from(JSON.stringify(content)) };
}

const COMMON: readonly HeaderField[] = [{ name: 'Cache-Control', value: 'no-store' }, { name: 'X-Content-Type-Options', value: 'nosniff' }];
