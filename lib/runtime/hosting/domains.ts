import type { GatewayError } from '../../errors';
import { headerValue } from '../http/headers';
import { withoutRaw, type Received } from '../http/request';
import type { CompiledGateway } from '../pipeline/gateway';
import { basePathOf, longestFirst, type BasePath } from '../router/base-path';
import type { RequestHandler } from '../server/request-handler';
import { basePathUnknown, handlerOf, type HandlerParts, sharedHandlerOf } from './request-handler';
import type { Endpoint } from './endpoints';

type Gateways = ReadonlyMap<string, CompiledGateway>;

/** Custom domains by name: the stages that they lead to, the longest key first. */
type Domains = ReadonlyMap<string, readonly BasePath[]>;

/** Made once for each load. */
const KNOWN = new WeakMap<Gateways, Domains>();

/**
 * Answers requests whose host is a custom domain of one of the endpoint's APIs: all stages of the domain are behind it, as on AWS. Other
 * requests are left to the endpoint.
 * @param names - of the APIs that the endpoint serves
 */
function withDomains(
  current: () => Gateways, { handler, names }: { readonly handler: RequestHandler; readonly names: readonly string[] }, parts: Pick<HandlerParts, 'ports'>,
): RequestHandler {
  const pathsFor = (received: Received): readonly BasePath[] | undefined => {
    const domains = domainsOf(current());
    const paths = domains.size === 0 ? undefined : domains.get(hostOf(received));
    return paths?.some(({ api }) => names.includes(api)) === true ? paths : undefined;
  };
  const { upgrade } = handler;
  const shared = new WeakMap<readonly BasePath[], RequestHandler>();
  const sharedFor = (paths: readonly BasePath[]): RequestHandler => {
    const known = shared.get(paths) ?? sharedHandlerOf(current, paths, parts);
    shared.set(paths, known);
    return known;
  };
  return {
    ...handler,
    handle: (received, respond) => {
      const paths = pathsFor(received);
      if (paths !== undefined && upgrade === undefined) {
        sharedFor(paths).handle(received, respond);
        return;
      }
      passOn(received, paths, {
        to: (mapped) => handler.handle(mapped, respond), refused: (error) => respond(handler.refuse(received, error)),
      });
    },
    upgrade: upgrade && ((received, decide) => passOn(received, pathsFor(received), {
      to: (mapped) => upgrade(mapped, decide), refused: (error) => decide({ type: 'refused', reply: handler.refuse(received, error) }),
    })),
  };
}

interface Ways {
  readonly to: (mapped: Received) => void;
  readonly refused: (error: GatewayError) => void;
}

/** Passes a request on; one for a domain of WebSocket APIs with the stage in the place of the key. */
function passOn(received: Received, paths: readonly BasePath[] | undefined, { to, refused }: Ways): void {
  const path = paths && basePathOf(received.target, paths);
  if (paths === undefined) to(received);
  else if (path === undefined) refused(basePathUnknown(received, paths));
  else to({ ...withoutRaw(received), target: `/${path.stage ?? ''}${`/${received.target.replace(/^\/+/, '')}`.slice(path.path.length)}` });
}

function domainsOf(gateways: Gateways): Domains {
  const known = KNOWN.get(gateways);
  if (known !== undefined) return known;
  const mappings = [...gateways.values()].flatMap(({ domains }) => domains);
  const names = [...new Set(mappings.map(({ domain }) => domain))];
  const pathsOf = (name: string) => longestFirst(mappings.filter(({ domain }) => domain === name).map(({ basePath }) => basePath));
  const domains = new Map(names.map((name) => [name, pathsOf(name)]));
  KNOWN.set(gateways, domains);
  return domains;
}

function hostOf({ headers }: Received): string {
  return (headerValue(headers, 'host') ?? '').replace(/:\d+$/, '').toLowerCase();
}

/** Answers the requests of a port: those for custom domains, and those of its API, or of the APIs that share it. */
export function endpointHandler(
  current: () => ReadonlyMap<string, CompiledGateway>, endpoint: Endpoint, parts: HandlerParts,
): RequestHandler {
  const [handler, names] = endpoint.type === 'api' ? [handlerOf(current, endpoint.api, parts), [endpoint.api]] as const
    : [sharedHandlerOf(current, endpoint.basePaths, parts), endpoint.basePaths.map(({ api }) => api)] as const;
  return withDomains(current, { handler, names }, parts);
}
