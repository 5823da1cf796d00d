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

export type Client = ReturnType<typeof createClient>;

type Call = (method: string, path: string, body?: unknown) => Promise<Response>;

export function createClient(token: string) {
  const call = caller(token);
  async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
    // the types of the protocol are those that the gateway answers with; both are built together
    return await (await call(method, path, body)).json() as T;
  }
  return {
    state: () => json<DashboardState>('GET', '/api/state'),
    requests: (limit: number) => json<RequestList>('GET', `/api/requests?limit=${limit}`),
    record: (id: string, secrets: boolean) => json<RequestRecord>('GET', `/api/requests/${encodeURIComponent(id)}${secrets ? '?secrets=1' : ''}`),
    clear: () => call('DELETE', '/api/requests'),
    /** Undoes the last clear. */
    restore: () => call('POST', '/api/requests/restore'),
    play: (request: PlayRequest) => json<RequestRecord>('POST', '/api/requests', request),
    replay: (id: string, request: ReplayRequest) => json<ReplayResult>('POST', `/api/requests/${encodeURIComponent(id)}/replay`, request),
    copyAs: async (id: string, format: CopyFormat, secrets: boolean) => {
      const response = await call('GET', `/api/requests/${encodeURIComponent(id)}/as?format=${format}${secrets ? '&secrets=1' : ''}`);
      return response.text();
    },
    moveClock: (request: ClockRequest) => json<ClockState>('POST', '/api/clock', request),
    limits: () => json<LimitsState>('GET', '/api/limits'),
    resetLimits: (request: ResetRequest) => json<LimitsState>('POST', '/api/limits/reset', request),
    render: (request: TemplateRequest) => json<TemplateResult>('POST', '/api/template', request),
    connections: () => json<ConnectionList>('GET', '/api/connections'),
    connection: (id: string) => json<ConnectionRecord>('GET', `/api/connections/${encodeURIComponent(id)}`),
    connect: (request: ConnectRequest) => json<ConnectResult>('POST', '/api/connections', request),
    sendMessage: (id: string, message: MessageRequest) => call('POST', `/api/connections/${encodeURIComponent(id)}/messages`, message),
    disconnect: (id: string) => call('DELETE', `/api/connections/${encodeURIComponent(id)}`),
    /** Calls back for each event; ends when the connection does. */
    follow: (onEvent: (event: DashboardEvent) => void, onOpen: () => void) => follow(call, onEvent, onOpen),
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
