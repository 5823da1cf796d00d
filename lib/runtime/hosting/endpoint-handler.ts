import type { CompiledGateway } from '../pipeline/gateway';
import type { RequestHandler } from '../server/request-handler';
import { withDomains } from './domains';
import type { Endpoint } from './endpoints';
import { handlerOf, sharedHandlerOf, type HandlerParts } from './request-handler';

/** Answers the requests of a port: those for custom domains, and those of its API, or of the APIs that share it. */
export function endpointHandler(
  current: () => ReadonlyMap<string, CompiledGateway>, endpoint: Endpoint, parts: HandlerParts,
): RequestHandler {
  const [handler, names] = endpoint.type === 'api' ? [handlerOf(current, endpoint.api, parts), [endpoint.api]] as const
    : [sharedHandlerOf(current, endpoint.basePaths, parts), endpoint.basePaths.map(({ api }) => api)] as const;
  return withDomains(current, { handler, names }, parts);
}
