import { pathParts, readPathPart } from '../../spec';
import { proxyEvent, type EventRoute } from '../functions/lambda-format/event';
import { encodeRawCall, type Caller } from '../functions/wire/raw-call';
import type { RoutedRequest } from '../plan/exchange';
import type { EventPayload, RawEvent } from '../ports';
import type { CompileContext } from './compile-context';

/** Makes the events of one method. If a request still has its own bytes, the function's process builds the event from them instead. */
export function compileEvents(
  { stage, resourceId, resourcePath }: Pick<CompileContext, 'stage' | 'resourceId' | 'resourcePath'>,
): (request: RoutedRequest) => EventPayload {
  const { name, variables, accountId, apiId, deploymentId, domainName, isCanary, vendor, endpointType, binaryMediaTypes } = stage;
  const route: EventRoute = {
    parameterNames: parameterNames(resourcePath),
    stage: {
      name, variables, accountId, apiId, deploymentId, ...(domainName === undefined ? {} : { domainName }), isCanary,
      vendor, endpointType, binaryMediaTypes,
    },
    plan: { resourceId, resourcePath },
  };
  return (request) => new FunctionEvent(request, route);
}

/** The event of one request. Hot path: one object, which is also what its process is sent. */
class FunctionEvent implements EventPayload, RawEvent {
  public readonly route: EventRoute;
  readonly #request: RoutedRequest;
  #json: string | undefined;

  public constructor(request: RoutedRequest, route: EventRoute) {
    this.#request = request;
    this.route = route;
  }

  /** A recorder shows the event as text, so the gateway builds it. */
  public get raw(): RawEvent | undefined {
    const { recorder, received } = this.#request;
    return recorder === undefined && received.raw !== undefined ? this : undefined;
  }

  public json(): string {
    return this.#json ??= JSON.stringify(proxyEvent(this.#request));
  }

  public encode(number: number, remainingMs: number): string {
    const { ids, received, pathParameters } = this.#request;
    const { raw } = received;
    if (raw === undefined) throw new Error('the request has no bytes of its own');
    const parameters = this.route.parameterNames.map((name) => pathParameters[name] ?? '');
    return encodeRawCall({ ids, received, parameters, caller: callerOf(this.#request), raw }, number, remainingMs);
  }
}

function callerOf({ principal, apiKey }: RoutedRequest): Caller | undefined {
  return principal.type === 'anonymous' && apiKey === undefined ? undefined : { principal, apiKey };
}

function parameterNames(path: string): string[] {
  return pathParts(path).flatMap((text) => {
    const part = readPathPart(text);
    return part?.type === 'parameter' || part?.type === 'greedy' ? [part.name] : [];
  });
}
