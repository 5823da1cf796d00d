import { capitalise } from '../../edge/capitalise';
import { lowerName, type HeaderField } from '../../http/headers';
import { isText, replyOf, type Reply } from '../../http/reply';
import type { Cached, Personal, RoutedRequest } from '../../plan/exchange';
import type { CompiledIntegration } from '../../plan/integration';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { MethodContext } from '../method-context';
import { explainCors } from './explain';
import { corsResponseHeaders } from './preflight';

/** Adds what belongs to this request only: CORS of mapped methods, and the trace header if the kind carries it. */
export function planGatewayHeaders(
  { cors, stage }: Pick<MethodContext, 'cors' | 'stage'>, { tracesResponses, mapsResponses }: Pick<CompiledIntegration, 'tracesResponses' | 'mapsResponses'>,
): Planned<Cached, Personal> {
  if (cors === undefined && !tracesResponses) return unneeded();
  const trace = tracesResponses ? `X-${capitalise(stage.vendor.headerPrefix)}-Trace-Id` : undefined;
  const corsHeaders = (request: RoutedRequest): HeaderField[] =>
    (cors !== undefined && mapsResponses ? corsResponseHeaders(cors, request.received.headers) : []);
  const explain = cors !== undefined && !mapsResponses ? explainCors : () => undefined;
  return planned('gatewayHeaders', (request, results) => {
    const { reply } = results;
    if (reply === undefined) return;
    if (cors === undefined && isText(reply)) results.replied({ status: reply.status, head: `${reply.head}${trace ?? ''}: ${request.ids.trace.text}\r\n`, text: reply.text });
    else {
      const listed = replyOf(reply);
      results.replied(personal(listed, { request, trace, cors: corsHeaders(request), explain: explain(request, listed) }));
    }
  });
}

interface OwnHeaders {
  readonly request: RoutedRequest;
  readonly trace: string | undefined;
  readonly cors: HeaderField[];
  readonly explain: string | undefined;
}

/** Headers already in the response take precedence. */
function personal(reply: Reply, { request, trace, cors, explain }: OwnHeaders): Reply {
  const added = trace === undefined ? cors : [...cors, { name: trace, value: request.ids.trace.text }];
  const present = new Set(reply.headers.map(({ name }) => lowerName(name)));
  const headers = [...reply.headers, ...added.filter(({ name }) => !present.has(lowerName(name)))];
  return { ...reply, headers, ...(explain === undefined ? {} : { explain }) };
}
