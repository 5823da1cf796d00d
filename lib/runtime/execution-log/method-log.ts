import { maskKey } from '../access-log/variables';
import type { HeaderList } from '../http/headers';
import type { SystemPorts } from '../ports';
import type { RoutedRequest } from '../plan/exchange';
import { isSecretHeader } from './secrets';
import { openExecutionLog, type LoggedRequest } from './execution-log';
import { admittedLines, refusedLines } from './usage-plan-lines';
import type { Reply } from '../http/reply';
import type { RecordedAnswer, RecordedRequest } from '../plan/recorder';

export interface MethodLogging {
  /** ERROR: failed requests only. */
  readonly level: 'ERROR' | 'INFO';
  /** Whether parameters, headers and bodies are included. */
  readonly hasData: boolean;
}

export type MethodLog = ReturnType<typeof openMethodLog>;

/** Lines about what clients and backends sent. */
const DATA = /^(Method (request|response) (path|query string|headers|body)|Endpoint (request|response) |Sending request|Received response)/;
const NOTHING = Buffer.alloc(0);

/**
 * Opens the execution log of a request whose method has logging: the service's lines, each with the request id before it. Keys
 * and credentials are masked.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
export function openMethodLog({ level, hasData }: MethodLogging, request: RoutedRequest, ports: Pick<SystemPorts, 'now' | 'log'>) {
  const { ids, stage } = request;
  const { requestId, extendedRequestId } = ids;
  const log = openExecutionLog(ids, ports.now);
  let usage: readonly string[] = [];
  let secrets: readonly string[] = [];
  const hidden = (body: Buffer | string): Buffer | string => withoutSecrets(body, secrets);
  return {
    admitted: (): void => {
      usage = admittedLines(request);
      secrets = request.headers.filter(isSecretHeader).map(({ value }) => value).filter((value) => value !== '');
      log.started(hasData ? withData(request, hidden) : withoutData(request));
    },
    endpointRequest: (sent: RecordedRequest): void => {
      if (hasData) log.endpointRequest({ ...sent, headers: masked(sent.headers), body: hidden(sent.body) });
    },
    endpointAnswer: (answer: RecordedAnswer): void => {
      // without data too: a failure names the endpoint's status
      log.endpointAnswer({
        status: answer.status,
        headers: hasData ? masked(answer.headers) : [],
        body: hasData ? hidden(answer.body) : NOTHING,
        requestId: answer.requestId,
      });
    },
    /** Writes it all, as one entry. */
    completed: (reply: Reply): void => {
      const shown = { ...reply, headers: masked(reply.headers), body: Buffer.from(hidden(reply.body)) };
      log.completed(hasData ? shown : { ...reply, headers: [], body: NOTHING });
      if (level === 'ERROR' && reply.error === undefined) return;
      const refused = reply.error === undefined ? [] : refusedLines(reply.error, request);
      const steps = hasData ? log.entries() : log.entries().filter((entry) => !DATA.test(entry));
      // the reason of a refusal replaces the failure that the execution would have ended with
      const entries = [`Extended Request Id: ${extendedRequestId}`, ...usage, ...refused, ...(refused.length > 0 ? steps.slice(-1) : steps)];
      const message = entries.map((entry) => `(${requestId}) ${entry}`).join('\n');
      ports.log({ level: reply.error === undefined ? 'info' : 'error', message, requestId, fields: { executionLog: stage.name } });
    },
  };
}

function withData(request: LoggedRequest, hidden: (body: Buffer) => Buffer | string): LoggedRequest {
  const { path, pathParameters, queryParameters, headers, received } = request;
  const { method, body } = received;
  return { path, pathParameters, queryParameters, headers: masked(headers), received: { method, body: Buffer.from(hidden(body)) } };
}

/** The request without the client's data, so that no line can contain it. */
function withoutData({ path, received: { method } }: LoggedRequest): LoggedRequest {
  return { path, headers: [], pathParameters: {}, queryParameters: {}, received: { method, body: NOTHING } };
}

function masked(headers: HeaderList): HeaderList {
  return headers.map((field) => (isSecretHeader(field) ? { ...field, value: maskKey(field.value) } : field));
}

/** A function's event repeats the headers of the request, and an echo repeats its input: verbatim and inside JSON. */
function withoutSecrets(body: Buffer | string, secrets: readonly string[]): Buffer | string {
  if (secrets.length === 0) return body;
  const texts = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return texts.reduce((text, secret) => text.replaceAll(secret, () => maskKey(secret)), body.toString());
}
