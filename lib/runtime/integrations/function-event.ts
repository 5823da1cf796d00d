import { proxyEvent } from '../lambda-format/event';
import { encodeRawCall, type Caller } from '../functions/wire/raw-call';
import { perObject } from '../http/per-object';
import type { EventRoute, EventStage, RoutedRequest, ServedStage } from '../plan/exchange';
import type { EventPayload, RawEvent } from '../ports';

/** The same for all methods of a stage. */
export const eventStage = perObject((stage: ServedStage): EventStage => {
  const { name, variables, accountId, apiId, deploymentId, domainName, isCanary, vendor, endpointType, binaryMediaTypes } = stage;
  return {
    name, variables, accountId, apiId, deploymentId, ...(domainName === undefined ? {} : { domainName }), isCanary,
    vendor, endpointType, binaryMediaTypes,
  };
});

/**
 * The event of one request. If a request still has its own bytes, the function's process builds it from them instead.
 *
 * Hot path: one object, which is also what its process is sent.
 */
export class FunctionEvent implements EventPayload, RawEvent {
  readonly #request: RoutedRequest;
  #json: string | undefined;

  public constructor(request: RoutedRequest) {
    this.#request = request;
  }

  public get stage(): EventStage {
    return this.#request.plan.eventStage;
  }

  public get method(): number {
    return this.#request.plan.index;
  }

  public route(): EventRoute {
    const { parameterNames, eventStage: stage, resourceId, resourcePath } = this.#request.plan;
    return { parameterNames, stage, plan: { resourceId, resourcePath } };
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
    const { ids, received, pathParameters, plan: { parameterNames } } = this.#request;
    const { raw } = received;
    if (raw === undefined) throw new Error('the request has no bytes of its own');
    const parameters = parameterNames.map((name) => pathParameters[name] ?? '');
    return encodeRawCall({ ids, received, parameters, caller: callerOf(this.#request), raw }, number, remainingMs);
  }
}

function callerOf({ principal, apiKey }: RoutedRequest): Caller | undefined {
  return principal.type === 'anonymous' && apiKey === undefined ? undefined : { principal, apiKey };
}
