import type { Answered, Outgoing, Reply, Validated } from '../exchange';
import type { HeaderField } from '../headers';
import { capitalise } from '../front/capitalise';
import { explainCors } from './explain';
import { corsResponseHeaders } from './preflight';

/** Integration request: mapping, templates or passthrough, as the kind says. */
export async function integrationRequest(validated: Validated): Promise<Outgoing> {
  const { recorder, plan: { integration } } = validated;
  const request = await integration.request(validated);
  if (recorder !== undefined && integration.endpoint !== undefined) {
    recorder.endpointRequest(integration.endpoint.request(request, validated));
  }
  return { ...validated, request };
}

/** The call itself. */
export async function integrate(outgoing: Outgoing): Promise<Answered> {
  const { recorder, request, plan: { integration } } = outgoing;
  const response = await integration.call(request, outgoing);
  if (recorder !== undefined && integration.endpoint !== undefined) {
    recorder.endpointAnswer(integration.endpoint.answer(response, outgoing));
  }
  return { ...outgoing, response };
}

/** Integration response: mapping back, as the kind says. It is the same for everybody who may get it from a cache. */
export function integrationResponse(answered: Answered): Reply | Promise<Reply> {
  return answered.plan.integration.response(answered.response, answered.request, answered);
}

/** The response with what is this request's own: CORS of mapped methods, and the trace header where the kind carries it. */
export function withGatewayHeaders(reply: Reply, validated: Validated): Reply {
  const { plan, ids, stage, received } = validated;
  const added: HeaderField[] = plan.cors === undefined || !plan.mapsResponses ? [] : corsResponseHeaders(plan.cors, received.headers);
  if (plan.integration.tracesResponses) {
    added.push({ name: `X-${capitalise(stage.vendor.headerPrefix)}-Trace-Id`, value: ids.trace.text });
  }
  const present = new Set(reply.headers.map((field) => field.name.toLowerCase()));
  const explain = explainCors(validated, reply);
  const headers = [...reply.headers, ...added.filter((field) => !present.has(field.name.toLowerCase()))];
  return { ...reply, headers, ...(explain === undefined ? {} : { explain }) };
}
