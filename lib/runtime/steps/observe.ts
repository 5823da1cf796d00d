import type { Reply, Scene } from '../exchange';
import { serviceHeaders } from '../front/response-headers';
import type { LogEntry, SystemPorts } from '../ports';
import { whenSent } from '../streaming/when-sent';
import { explainHeader } from './explain';

/** Adds the headers of the service to every reply and writes the log line of the request, of a stream when it is over. */
export function observe(reply: Reply, scene: Scene, ports: Pick<SystemPorts, 'now' | 'log'>): Reply {
  const added = [...serviceHeaders(scene.ids, reply.status, scene.front), ...explainHeader(reply, scene)];
  const own = new Set(added.map((field) => field.name.toLowerCase()));
  const complete = { ...reply, headers: [...reply.headers.filter((field) => !own.has(field.name.toLowerCase())), ...added] };
  return whenSent(complete, (sent) => ports.log(logEntry(sent, scene, ports.now() - scene.received.receivedAt)));
}

/** The log line of a request that the function answered well. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly responseBytes: number;
  readonly sourceIp: string;
  readonly target: string;
}

/** The same line as for every request, from as much as a plain one has. */
export function answeredEntry({ requestId, method, path, status, durationMs, responseBytes, sourceIp, target }: AnsweredRequest): LogEntry {
  const fields = { method, path, status, durationMs, responseBytes, sourceIp, target };
  return { level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info', message: 'request', requestId, fields };
}

function logEntry({ status, body, streamedBytes, error, explain }: Reply, scene: Scene, durationMs: number): LogEntry {
  const { received, ids, path, target } = scene;
  const isCut = streamedBytes !== undefined && error !== undefined;
  const why = isCut ? error.message : explain;
  return {
    level: status >= 500 || isCut ? 'error' : status >= 400 ? 'warn' : 'info',
    message: 'request',
    requestId: ids.requestId,
    ...(error === undefined ? {} : { code: error.code }),
    fields: {
      method: received.method,
      path: path.fullPath,
      status,
      durationMs,
      responseBytes: streamedBytes ?? body.length,
      sourceIp: received.sourceIp,
      target,
      ...(why === undefined ? {} : { explain: why }),
      ...(error?.code === 'INTERNAL' ? { stack: stackOf(error.cause) } : {}),
    },
  };
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
