import { headerValue } from '../http/headers';
import { isText, replyOf, type GatewayReply } from '../http/reply';
import type { ReplyStream } from '../http/reply-stream';
import { whenSent } from '../http/when-sent';
import type { RequestProgress } from '../plan/exchange';
import type { Inspection } from '../plan/inspection';
import { recordOf } from './build-record';
import type { Conversations } from './conversations';
import { diagnoseCors } from './cors-doctor';
import type { RequestRecords } from './request-records';
import { KEPT_BYTES, RequestTrace, runningTrace as traceOf } from './request-trace';
import { watchSteps } from './watch-steps';
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
      const trace = traceOf(progress);
      if (trace === undefined) return reply;
      const stream = isText(reply) ? undefined : reply.stream;
      if (isText(reply) || stream === undefined) {
        finish(trace, reply);
        return reply;
      }
      const kept: Buffer[] = [];
      return whenSent({ ...reply, stream: copied(stream, kept) }, (sent) => finish(trace, sent, Buffer.concat(kept)));
    },
    rendered: (request, rendering) => traceOf(request)?.rendered(rendering),
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

/** The same stream, of which the beginning is kept. */
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
