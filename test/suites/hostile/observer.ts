// The server to which functions report before they respond, at which calls meet, and which is the backend of /upload.
import { createServer, type IncomingMessage } from 'node:http';
import { listening } from './listening';

const MEETING_MS = 5_000;

/** The parts of an event that predicates are about. */
export interface ObservedEvent {
  readonly httpMethod?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly queryStringParameters?: Readonly<Record<string, string>> | null;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, readonly string[]>> | null;
  readonly requestContext: {
    readonly requestId?: string;
    readonly path?: string;
    readonly requestTimeEpoch?: number;
    readonly identity: { readonly sourceIp: string };
  };
}

/** A call of a function, as the function itself reported it. */
export interface ObservedCall {
  readonly functionName: string;
  readonly bodyBytes: number;
  readonly isPolluted: boolean;
  readonly event: ObservedEvent;
}

export interface Observer {
  readonly port: number;
  readonly url: string;
  /** Every call in its order. */
  readonly all: readonly ObservedCall[];
  readonly close: () => Promise<void>;
}

interface Meeting {
  readonly waiting: ((result: object) => void)[];
  timer?: NodeJS.Timeout;
}

/** A server that functions report their calls to. */
export async function startObserver(): Promise<Observer> {
  const all: ObservedCall[] = [];
  const meetings = new Map<string, Meeting>();
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const reply = (value: object): void => {
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
      };
      if (request.url === '/upload') {
        all.push(upload(request, text));
        reply({ bytes: text.length });
      } else if (request.url === '/meeting') {
        meet(meetings, JSON.parse(text) as Place, reply); // gateway/observe.ts writes it
      } else {
        all.push(JSON.parse(text) as ObservedCall); // gateway/observe.ts writes it
        reply({});
      }
    });
  });
  server.keepAliveTimeout = 120_000;
  const { port, close } = await listening(server);
  return { port, url: `http://127.0.0.1:${port}`, all, close };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString();
}

/** The backend's call in the form of a function's. */
function upload({ rawHeaders, method = '', url = '' }: IncomingMessage, text: string): ObservedCall {
  const multiValueHeaders: Record<string, string[]> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    (multiValueHeaders[rawHeaders[index] ?? ''] ??= []).push(rawHeaders[index + 1] ?? '');
  }
  const headers = Object.fromEntries(Object.entries(multiValueHeaders).map(([name, list]) => [name, list.at(-1) ?? '']));
  const sourceIp = (headers['X-Forwarded-For'] ?? '').split(',').at(-1)?.trim() ?? '';
  const event = { httpMethod: method, path: url, headers, multiValueHeaders, requestContext: { identity: { sourceIp } } };
  return { functionName: 'upload', bodyBytes: text.length, isPolluted: 'polluted' in {}, event };
}

interface Place {
  readonly name: string;
  readonly places: number;
}

/** All places of a meeting get their result together; one that is not full in time ends with `met: false`. */
function meet(meetings: Map<string, Meeting>, { name, places }: Place, reply: (result: object) => void): void {
  const meeting: Meeting = meetings.get(name) ?? { waiting: [] };
  meetings.set(name, meeting);
  const end = (met: boolean): void => {
    clearTimeout(meeting.timer);
    meetings.delete(name);
    meeting.waiting.forEach((each) => each({ met }));
  };
  meeting.timer ??= setTimeout(() => end(false), MEETING_MS);
  meeting.waiting.push(reply);
  if (meeting.waiting.length >= places) end(true);
}
