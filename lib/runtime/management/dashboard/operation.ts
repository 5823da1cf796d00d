import type * as z from 'zod';
import type { ReplyStream } from '../../http/reply-stream';
import type { ANSWERS } from '../../inspection/answer-schemas';
import type { DashboardPorts } from './dashboard-ports';

export interface Call<Body = unknown> {
  /** The value of `{id}` in the path; empty without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

/** The answer of an operation: a value as JSON, a text, or a stream. */
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly mediaType?: string;
  readonly stream?: ReplyStream;
}

/** One operation of the dashboard's API; docs/reference/dashboard-api.md and `/api/openapi.json` are made of them. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/api/requests/{id}`, at most one parameter. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** The type of protocol.ts that it answers, or a media type. */
  readonly answers: keyof typeof ANSWERS | 'nothing' | `${string}/${string}`;
  readonly run: (call: Call, ports: DashboardPorts) => Answer | Promise<Answer>;
}

export function withBody<Schema extends z.ZodType>(
  schema: Schema, row: Omit<Operation, 'body' | 'run' | 'method'>, run: (call: Call<z.output<Schema>>, ports: DashboardPorts) => Answer | Promise<Answer>,
): Operation {
  // the handler reads the body with this schema before it runs the operation
  return { ...row, method: 'POST', body: schema, run: (call, ports) => run(call as Call<z.output<Schema>>, ports) };
}

export function showsSecrets({ query }: Pick<Call, 'query'>): boolean {
  return query.get('secrets') === '1';
}
