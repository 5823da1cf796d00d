import type { RoutedRequest } from '../plan/exchange';
import type { Received, RequestIds } from '../http/request';
import type { HeaderList } from '../http/headers';
import { failureLines } from './failure-text';
import type { Reply } from '../http/reply';
import type { RecordedAnswer, RecordedRequest } from '../plan/recorder';

/** Longer values are truncated, as the service keeps its log events below 1,024 bytes. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html */
const MAX_VALUE_LENGTH = 998;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface LoggedRequest extends Pick<RoutedRequest, 'path' | 'pathParameters' | 'queryParameters' | 'headers'> {
  readonly received: Pick<Received, 'method' | 'body'>;
}

export type ExecutionLog = ReturnType<typeof openExecutionLog>;

/**
 * Opens the execution log of a request: the lines that API Gateway writes, in its words.
 * @param now - wall clock, ms since 1970 @param isTest - for a test invocation, which does not name the endpoint's id
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-test-method.html; recorded cases test-invoke-*
 */
export function openExecutionLog(
  { requestId, invocationId }: Pick<RequestIds, 'requestId' | 'invocationId'>, now: () => number, isTest = false,
) {
  const entries: { readonly at: number; readonly text: string }[] = [];
  const write = (...texts: readonly string[]): void => {
    const at = now();
    entries.push(...texts.map((text) => ({ at, text })));
  };
  let sentAt = 0;
  let answered: RecordedAnswer | undefined;
  return {
    started: (request: LoggedRequest): void => write(...requestLines(request, requestId)),
    endpointRequest: ({ uri, headers, body }: RecordedRequest): void => {
      write(
        `Endpoint request URI: ${cut(uri)}`,
        `Endpoint request headers: ${headerText(headers)}`,
        `Endpoint request body after transformations: ${bodyText(body)}`,
        `Sending request to ${cut(uri)}`,
      );
      sentAt = now();
    },
    endpointAnswer: (answer: RecordedAnswer): void => {
      answered = answer;
      write(
        `Received response. Status: ${answer.status}, Integration latency: ${now() - sentAt} ms`,
        `Endpoint response headers: ${headerText(answer.headers)}`,
        `Endpoint response body before transformations: ${bodyText(answer.body)}`,
      );
    },
    completed: (reply: Reply): void => {
      const { error, status } = reply;
      const failed = { invocationId, endpointStatus: answered?.status };
      write(...(error === undefined ? successLines(reply) : failureLines(error, failed).map(cut)), `Method completed with status: ${status}`);
      if (!isTest && answered?.requestId !== undefined) write(`AWS Integration Endpoint RequestId : ${cut(answered.requestId)}`);
    },
    /** Everything so far, one entry per step. */
    entries: (): readonly string[] => entries.map(({ text }) => text),
    /** The same with a first line and the time before each entry, each with a line end: the log of a test invocation. */
    text: (): string => [`Execution log for request ${requestId}`, ...entries.map(({ at, text }) => timePrefix(at) + text), ''].join('\n'),
  };
}

function requestLines({ received, path, pathParameters, queryParameters, headers }: LoggedRequest, requestId: string): string[] {
  const query = Object.entries(queryParameters).map(([name, values]) => `${name}=${values.join(',')}`);
  const parameters = Object.entries(pathParameters).map(([name, value]) => `${name}=${value}`);
  return [
    `Starting execution for request: ${requestId}`,
    `HTTP Method: ${received.method}, Resource Path: ${path}`,
    `Method request path: ${mapText(parameters)}`,
    `Method request query string: ${mapText(query)}`,
    `Method request headers: ${headerText(headers)}`,
    `Method request body before transformations: ${bodyText(received.body)}`,
  ];
}

function successLines({ headers, body }: Reply): string[] {
  return [
    `Method response body after transformations: ${bodyText(body)}`,
    `Method response headers: ${headerText(headers)}`,
    'Successfully completed execution',
  ];
}

/** As Java prints a map. */
function mapText(entries: readonly string[]): string {
  return cut(`{${entries.join(', ')}}`);
}

function headerText(headers: HeaderList): string {
  return mapText(headers.map(({ name, value }) => `${name}=${value}`));
}

/** Decodes only as much as is printed. */
function bodyText(body: Buffer | string): string {
  return cut(typeof body === 'string' ? body : body.toString('utf8', 0, 4 * MAX_VALUE_LENGTH + 4));
}

function cut(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)} [TRUNCATED]` : text;
}

/** `Fri Nov 21 00:18:03 UTC 2025 : ` */
function timePrefix(epochMs: number): string {
  const time = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(':');
  return `${DAYS[time.getUTCDay()] ?? ''} ${MONTHS[time.getUTCMonth()] ?? ''} ${two(time.getUTCDate())} ${clock} UTC ${time.getUTCFullYear()} : `;
}
