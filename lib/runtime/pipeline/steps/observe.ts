import { serviceHeaders, serviceLines } from '../../edge/response-headers';
import { lowerName } from '../../http/headers';
import { bodyBytes, isText, type GatewayReply, type Reply } from '../../http/reply';
import { whenSent } from '../../http/when-sent';
import { maskedQuery } from '../../execution-log/secret-query';
import type { RequestProgress } from '../../plan/exchange';
import type { LogEntry, SystemPorts } from '../../ports';
import { explainHeader } from './explain';

/** Adds the service's headers to every reply and writes the request's log line, for a stream at its end. */
export function observe(reply: GatewayReply, progress: RequestProgress, ports: Pick<SystemPorts, 'now' | 'log'>): GatewayReply {
  const complete = isText(reply)
    ? { status: reply.status, head: reply.head + serviceLines(progress.responseContext)(progress.ids, reply.status), text: reply.text }
    : withServiceHeaders(reply, progress);
  return whenSent(complete, (sent) => ports.log(logEntry(sent, progress, ports.now() - progress.received.receivedAt)));
}

function withServiceHeaders(reply: Reply, progress: RequestProgress): Reply {
  const added = [...serviceHeaders(progress.ids, reply.status, progress.responseContext), ...explainHeader(reply, progress)];
  const own = new Set(added.map(({ name }) => lowerName(name)));
  return { ...reply, headers: [...reply.headers.filter(({ name }) => !own.has(lowerName(name))), ...added] };
}

function logEntry(reply: GatewayReply, { received, ids, fullPath, target, explains }: RequestProgress, durationMs: number): LogEntry {
  const { status } = reply;
  const { error, why } = isText(reply) ? NO_PROBLEM : problemOf(reply);
  const fields: Record<string, unknown> = {
    method: received.method, path: fullPath, status, durationMs, responseBytes: bodyBytes(reply), sourceIp: received.sourceIp, target,
  };
  if (explains === 'always') addQuery(fields, received.target);
  if (why !== undefined) fields.explain = why;
  if (error?.code === 'INTERNAL') fields.stack = stackOf(error.cause);
  const isCut = !isText(reply) && reply.streamedBytes !== undefined && error !== undefined;
  const level = status >= 500 || isCut ? 'error' : status >= 400 ? 'warn' : 'info';
  const { requestId } = ids;
  return error === undefined
    ? { level, message: 'request', requestId, fields }
    : { level, message: 'request', requestId, code: error.code, fields };
}

/** Where everything is explained, the client is the developer; elsewhere a query is the client's own. */
function addQuery(fields: Record<string, unknown>, target: string): void {
  const start = target.indexOf('?');
  if (start !== -1 && start < target.length - 1) fields.query = maskedQuery(target.slice(start + 1));
}

const NO_PROBLEM = { error: undefined, why: undefined };

function problemOf({ error, explain, streamedBytes }: Reply): { readonly error: Reply['error']; readonly why: string | undefined } {
  const isCut = streamedBytes !== undefined && error !== undefined;
  return { error, why: isCut ? error.message : explain };
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
