import { maskKey } from '../access-log/variables';
import type { Admitted, Reply } from '../exchange';
import type { HeaderField, HeaderList } from '../headers';
import type { SystemPorts } from '../ports';
import { openExecutionLog } from './execution-log';
import type { Recorder } from './recorder';

/** What the execution log of a method tells. */
export interface MethodLogging {
  /** ERROR: of failed requests only. */
  readonly level: 'ERROR' | 'INFO';
  /** Whether parameters, headers and bodies are told as well. */
  readonly hasData: boolean;
}

/** The execution log of one request of a stage. */
export interface MethodLog extends Recorder {
  readonly started: (request: Admitted) => void;
  /** Writes it all, as one entry. */
  readonly completed: (reply: Reply) => void;
}

/** Header values that no log shows but for their end. */
const SECRET = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'cookie', 'set-cookie']);

/** Lines about what clients and backends sent. */
const DATA = /^(Method (request|response) (path|query string|headers|body)|Endpoint (request|response) |Sending request)/;
/** `Fri Nov 21 00:18:03 UTC 2025 : `; a log entry has its own time. */
const TIME = /^\w{3} \w{3} \d\d \d\d:\d\d:\d\d UTC \d{4} : /;
const NOTHING = Buffer.alloc(0);

/** Opens the execution log of a request whose method has logging. Keys and credentials are masked in it. */
export function openMethodLog(
  { level, hasData }: MethodLogging,
  { requestId, stage }: { readonly requestId: string; readonly stage: string },
  ports: Pick<SystemPorts, 'now' | 'log'>,
): MethodLog {
  const log = openExecutionLog(requestId, ports.now);
  let secrets: readonly string[] = [];
  const hidden = (body: Buffer | string): Buffer | string => withoutSecrets(body, secrets);
  return {
    started: (request) => {
      secrets = request.headers.filter(isSecret).map(({ value }) => value).filter((value) => value !== '');
      const { received } = request;
      const shown = { ...request, headers: masked(request.headers), received: { ...received, body: Buffer.from(hidden(received.body)) } };
      log.started(hasData ? shown : withoutData(request));
    },
    endpointRequest: (request) => {
      if (hasData) log.endpointRequest({ ...request, headers: masked(request.headers), body: hidden(request.body) });
    },
    endpointAnswer: (answer) => {
      if (hasData) log.endpointAnswer({ ...answer, headers: masked(answer.headers), body: hidden(answer.body) });
    },
    completed: (reply) => {
      const shown = { ...reply, headers: masked(reply.headers), body: Buffer.from(hidden(reply.body)) };
      log.completed(hasData ? shown : { ...reply, headers: [], body: NOTHING });
      if (level === 'ERROR' && reply.error === undefined) return;
      const lines = log.text().trimEnd().split('\n').map((line) => line.replace(TIME, ''));
      const message = (hasData ? lines : lines.filter((line) => !DATA.test(line))).join('\n');
      ports.log({ level: reply.error === undefined ? 'info' : 'error', message, requestId, fields: { executionLog: stage } });
    },
  };
}

/** The request without what the client sent, so that no line can carry it. */
function withoutData(request: Admitted): Admitted {
  return { ...request, headers: [], pathParameters: {}, queryParameters: {}, received: { ...request.received, body: NOTHING } };
}

function masked(headers: HeaderList): HeaderList {
  return headers.map((field) => (isSecret(field) ? { ...field, value: maskKey(field.value) } : field));
}

function isSecret({ name }: HeaderField): boolean {
  return SECRET.has(name.toLowerCase());
}

/** A function's event repeats the headers of the request, and an echo what it was sent: as they are, and inside JSON. */
function withoutSecrets(body: Buffer | string, secrets: readonly string[]): Buffer | string {
  if (secrets.length === 0) return body;
  const texts = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return texts.reduce((text, secret) => text.replaceAll(secret, maskKey(secret)), body.toString());
}
