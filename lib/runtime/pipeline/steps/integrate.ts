import { perObject } from '../../http/per-object';
import type { Answered, CacheChecked, Outgoing, Responded } from '../../plan/exchange';
import type { CompiledIntegration } from '../../plan/integration';
import { planned, SUSPENDED, type Planned } from '../../plan/step';

/** A response from the cache needs no integration. */
const ONLY_WITHOUT_REPLY = { isSkippedWhenAnswered: true };

/** Integration request: mapping, templates or passthrough, as the kind says. */
export const planIntegrationRequest = perObject((integration: CompiledIntegration): Planned<CacheChecked, Outgoing> => {
  const { endpoint } = integration;
  return planned('integrationRequest', (checked, results) => {
    const requested = (request: unknown): void => {
      if (endpoint !== undefined) checked.recorder?.endpointRequest(endpoint.request(request, checked));
      results.requested(request);
    };
    const request = integration.request(checked);
    if (request instanceof Promise) return request.then(requested);
    requested(request);
    return undefined;
  }, ONLY_WITHOUT_REPLY);
});

/** The call itself. */
export const planIntegrate = perObject((integration: CompiledIntegration): Planned<Outgoing, Answered> => {
  const { endpoint, tracesErrors } = integration;
  return planned('integrate', (outgoing, results, continuation) => {
    const answered = (response: unknown): void => {
      if (endpoint !== undefined) outgoing.recorder?.endpointAnswer(endpoint.answer(response, outgoing));
      results.answered(response);
    };
    if (tracesErrors) results.calledFunction();
    const promise = integration.call(outgoing.request, outgoing, {
      answered: (response) => {
        try {
          answered(response);
        } catch (thrown) {
          continuation.fail(thrown);
          return;
        }
        continuation.resume();
      },
      failed: continuation.fail,
    });
    return promise === undefined ? SUSPENDED : promise.then(answered);
  }, ONLY_WITHOUT_REPLY);
});

/** Integration response: mapping back, as the kind says. The result is the same for every caller that receives it from a cache. */
export const planIntegrationResponse = perObject((integration: CompiledIntegration): Planned<Answered, Responded> =>
  planned('integrationResponse', (answered, results) => {
    const reply = integration.response(answered.response, answered.request, answered);
    if (reply instanceof Promise) return reply.then((resolved) => results.replied(resolved));
    results.replied(reply);
    return undefined;
  }, ONLY_WITHOUT_REPLY));
