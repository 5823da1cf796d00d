import { pathParts, readPathPart } from '../../spec';
import { proxyEvent, type EventRoute } from '../functions/lambda-format/event';
import { encodeRawCall, type Caller } from '../functions/wire/raw-call';
import type { RawRequest } from '../http/request';
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

/** The event of one request. */
class FunctionEvent implements EventPayload {
  public readonly raw: RawEvent | undefined;
  readonly #request: RoutedRequest;
  #json: string | undefined;

  public constructor(request: RoutedRequest, route: EventRoute) {
    this.#request = request;
    // a recorder shows the event as text, so the gateway builds it
    const raw = request.recorder === undefined ? request.received.raw : undefined;
    this.raw = raw && { route, encode: (number, remainingMs) => this.#encode(raw, { route, number, remainingMs }) };
  }

  public readonly json = (): string => this.#json ??= JSON.stringify(proxyEvent(this.#request));

  #encode(raw: RawRequest, { route, number, remainingMs }: Encoding): string {
    const { ids, received, pathParameters } = this.#request;
    const parameters = route.parameterNames.map((name) => pathParameters[name] ?? '');
    return encodeRawCall({ ids, received, parameters, caller: callerOf(this.#request), raw }, number, remainingMs);
  }
}

interface Encoding {
  readonly route: EventRoute;
  readonly number: number;
  readonly remainingMs: number;
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
