import type {
  ClockRequest, ClockState, ConnectionList, ConnectionRecord, ConnectRequest, ConnectResult, CopyFormat, DashboardError, DashboardEvent,
  DashboardState, LimitsState, MessageRequest, PlayRequest, ReplayRequest, ReplayResult, RequestList, RequestRecord, ResetRequest,
  TemplateRequest, TemplateResult,
} from '../protocol';
import { eventStreamReader } from '../model/event-stream';

/** The gateway refused a call of the page, or could not be reached (status 0). */
export class CallError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** The gateway's dashboard API. */
export interface Client {
  readonly state: () => Promise<DashboardState>;
  readonly requests: (limit: number) => Promise<RequestList>;
  readonly record: (id: string, secrets: boolean) => Promise<RequestRecord>;
  readonly clear: () => Promise<unknown>;
  /** Undoes the last clear. */
  readonly restore: () => Promise<unknown>;
  readonly play: (request: PlayRequest) => Promise<RequestRecord>;
  readonly replay: (id: string, request: ReplayRequest) => Promise<ReplayResult>;
  readonly copyAs: (id: string, format: CopyFormat, secrets: boolean) => Promise<string>;
  readonly moveClock: (request: ClockRequest) => Promise<ClockState>;
  readonly limits: () => Promise<LimitsState>;
  readonly resetLimits: (request: ResetRequest) => Promise<LimitsState>;
  readonly render: (request: TemplateRequest) => Promise<TemplateResult>;
  /** The connections of WebSocket APIs. */
  readonly connections: () => Promise<ConnectionList>;
  readonly connection: (id: string) => Promise<ConnectionRecord>;
  readonly connect: (request: ConnectRequest) => Promise<ConnectResult>;
  readonly sendMessage: (id: string, message: MessageRequest) => Promise<unknown>;
  readonly disconnect: (id: string) => Promise<unknown>;
  /** Calls back for each event; ends when the connection does. */
  readonly follow: (onEvent: (event: DashboardEvent) => void, onOpen: () => void) => Promise<void>;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Response>;

export function createClient(token: string): Client {
  const call = caller(token);
  async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
    // the types of the protocol are those that the gateway answers with; both are built together
    return await (await call(method, path, body)).json() as T;
  }
  return {
    state: () => json('GET', '/api/state'),
    requests: (limit) => json('GET', `/api/requests?limit=${limit}`),
    record: (id, secrets) => json('GET', `/api/requests/${encodeURIComponent(id)}${secrets ? '?secrets=1' : ''}`),
    clear: () => call('DELETE', '/api/requests'),
    restore: () => call('POST', '/api/requests/restore'),
    play: (request) => json('POST', '/api/requests', request),
    replay: (id, request) => json('POST', `/api/requests/${encodeURIComponent(id)}/replay`, request),
    copyAs: async (id, format, secrets) => {
      const response = await call('GET', `/api/requests/${encodeURIComponent(id)}/as?format=${format}${secrets ? '&secrets=1' : ''}`);
      return response.text();
    },
    moveClock: (request) => json('POST', '/api/clock', request),
    limits: () => json('GET', '/api/limits'),
    resetLimits: (request) => json('POST', '/api/limits/reset', request),
    render: (request) => json('POST', '/api/template', request),
    connections: () => json('GET', '/api/connections'),
    connection: (id) => json('GET', `/api/connections/${encodeURIComponent(id)}`),
    connect: (request) => json('POST', '/api/connections', request),
    sendMessage: (id, message) => call('POST', `/api/connections/${encodeURIComponent(id)}/messages`, message),
    disconnect: (id) => call('DELETE', `/api/connections/${encodeURIComponent(id)}`),
    follow: (onEvent, onOpen) => follow(call, onEvent, onOpen),
  };
}

function caller(token: string): Call {
  return async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const response = await fetch(path, { method, headers, cache: 'no-store', ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      .catch(() => { throw new CallError(0, 'The gateway does not answer. Is it still running?'); });
    if (!response.ok) throw new CallError(response.status, await messageOf(response));
    return response;
  };
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message } = JSON.parse(text) as Partial<DashboardError>;
    return message ?? text;
  } catch {
    return text === '' ? `HTTP ${response.status}` : text;
  }
}

/** EventSource cannot send the token. */
async function follow(call: Call, onEvent: (event: DashboardEvent) => void, onOpen: () => void): Promise<void> {
  const { body } = await call('GET', '/api/events');
  if (body === null) return;
  onOpen();
  const read = eventStreamReader();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    // as in `json` above
    for (const { type, data } of read(value)) onEvent({ type, data: JSON.parse(data) as unknown } as DashboardEvent);
  }
}
