import { headerValue } from '../http/headers';
import { isText, replyOf, type GatewayReply } from '../http/reply';
import type { ReplyStream } from '../http/reply-stream';
import { whenSent } from '../http/when-sent';
import type { RequestProgress, RoutedRequest } from '../plan/exchange';
import type { InspectedMethod, Inspection } from '../plan/inspection';
import type { RunStep, Step } from '../plan/step';
import { recordOf } from './build-record';
import type { Conversations } from './conversations';
import { diagnoseCors } from './cors-doctor';
import type { RequestRecords } from './request-records';
import { KEPT_BYTES, RequestTrace, runningTrace } from './request-trace';
import { whyOf, whyText } from './why';

export interface InspectionParts {
  readonly records: RequestRecords;
  readonly conversations: Pick<Conversations, 'began' | 'answered'>;
  readonly api: string;
  /** In ms of a clock that nobody advances. */
  readonly elapsed: () => number;
}

/** Records every request of an API, and explains the answers that the gateway gives itself. */
export function createInspection({ records, conversations, api, elapsed }: InspectionParts): Inspection {
  const finish = (trace: RequestTrace, sent: GatewayReply, stream?: Buffer): void => {
    trace.answered(sent, elapsed(), stream);
    conversations.answered(trace);
    if (trace.isLarge) trace.settle(recordOf(trace));
    records.keep(trace);
  };
  return {
    watch: (steps, method) => watchSteps(steps, method, elapsed),
    begin: (progress) => {
      const trace = new RequestTrace(progress, api, records.takeTimes().start(elapsed()));
      records.begin(trace);
      conversations.began(trace);
      return trace;
    },
    explain: explained,
    answered: (reply, progress) => {
      const trace = runningTrace(progress);
      if (trace === undefined) return reply;
      const stream = isText(reply) ? undefined : reply.stream;
      if (isText(reply) || stream === undefined) {
        finish(trace, reply);
        return reply;
      }
      const kept: Buffer[] = [];
      return whenSent({ ...reply, stream: copied(stream, kept) }, (sent) => finish(trace, sent, Buffer.concat(kept)));
    },
    rendered: (request, rendering) => runningTrace(request)?.rendered(rendering),
  };
}

/** Says why the gateway gave this answer itself, or why a browser keeps it from its page. */
function explained(reply: GatewayReply, { received, path }: RequestProgress): GatewayReply {
  const error = isText(reply) ? undefined : reply.error;
  const texts = error === undefined ? [] : [whyText(whyOf(error))];
  if (headerValue(received.headers, 'origin') !== undefined) {
    const { status, headers } = replyOf(reply);
    const answer = { status, headers, isFromGateway: error !== undefined };
    const cors = diagnoseCors({ method: received.method, path, headers: received.headers, answer });
    if (cors?.ok === false) texts.push(`CORS: ${cors.problems.join('; ')}. ${cors.fix ?? ''}`.trim());
  }
  return texts.length === 0 ? reply : { ...replyOf(reply), explain: texts.join(' ') };
}

function copied(stream: ReplyStream, kept: Buffer[]): ReplyStream {
  let bytes = 0;
  return {
    ...stream,
    chunks: (async function* copy() {
      for await (const chunk of stream.chunks) {
        if (bytes < KEPT_BYTES) kept.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - bytes)));
        bytes += chunk.length;
        yield chunk;
      }
    })(),
  };
}

type Watched = RoutedRequest & { readonly request?: unknown; readonly response?: unknown };

/** Functions that note more of a request than the time when one of these steps begins. */
const AT_BEGIN: Readonly<Record<string, (trace: RequestTrace, request: Watched) => void>> = {
  integrate: (trace, { request }) => { trace.outgoing = request; },
  integrationResponse: (trace, { response }) => { trace.response = response; },
};

/** The same steps, which also note in the request's trace when they begin. @param now - in ms of the monotonic clock */
function watchSteps(steps: readonly Step[], about: InspectedMethod, now: () => number): readonly Step[] {
  const method = { steps: steps.map(({ name }) => name), about };
  return steps.map((step, index) => ({ ...step, run: watched(step, { now, index, method }) }));
}

interface WatchedStep {
  readonly now: () => number;
  readonly index: number;
  readonly method: NonNullable<RequestTrace['method']>;
}

function watched({ name, run }: Step, { now, index, method }: WatchedStep): RunStep<never> {
  const inner = run as RunStep<Watched>; // the steps before it have proved what it needs, here as there
  const begin = AT_BEGIN[name];
  const outer: RunStep<Watched> = (request, results, continuation) => {
    const trace = runningTrace(request);
    if (trace !== undefined) {
      if (index === 0) trace.method = method;
      trace.begin(index, now());
      begin?.(trace, request);
    }
    const waits = inner(request, results, continuation);
    if (name === 'throttle' && trace !== undefined) noteQuota(trace, request, method.about);
    return waits;
  };
  return outer;
}

/** The limits are kept in this process, so they are checked by now. */
function noteQuota(trace: RequestTrace, { apiKey }: Watched, { quotaUsed }: InspectedMethod): void {
  const named = apiKey?.limits.quota;
  if (named === undefined) return;
  const { plan, quota: { limit, period } } = named;
  trace.quota = { plan, limit, period, used: quotaUsed(named) };
}
