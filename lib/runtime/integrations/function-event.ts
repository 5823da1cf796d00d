import { EVENTS } from '../lambda-format/events';
import { encodeRawCall, type Caller } from '../functions/wire/raw-call';
import { perObject } from '../http/per-object';
import type { EventFormat, EventRoute, EventStage, RoutedRequest, ServedStage } from '../plan/exchange';
import type { EventPayload, RawEvent } from '../ports';

/** The same for all methods of a stage. */
export const eventStage = perObject((stage: ServedStage): EventStage => {
  const { protocol, name, variables, accountId, apiId, deploymentId, domainName, isCanary, vendor, endpointType, binaryMediaTypes } = stage;
  return {
    protocol, name, variables, accountId, apiId, deploymentId, ...(domainName === undefined ? {} : { domainName }), isCanary,
    vendor, endpointType, binaryMediaTypes,
  };
});

/** The event of one request, which is also what its process is sent. Hot path. */
export class FunctionEvent implements EventPayload, RawEvent {
  #json: string | undefined;

  public constructor(private readonly request: RoutedRequest, private readonly format: EventFormat) {}

  public get stage(): EventStage {
    return this.request.plan.eventStage;
  }

  public get method(): number {
    return this.request.plan.index;
  }

  public route(): EventRoute {
    const { parameterNames, eventStage: stage, resourceId, resourcePath, routeKey } = this.request.plan;
    return { format: this.format, parameterNames, stage, plan: { resourceId, resourcePath, routeKey } };
  }

  /** A recorder shows the event as text, so the gateway builds it. */
  public get raw(): RawEvent | undefined {
    const { recorder, received } = this.request;
    return recorder === undefined && received.raw !== undefined ? this : undefined;
  }

  public json(): string {
    return this.#json ??= JSON.stringify(EVENTS[this.format](this.request));
  }

  public encode(number: number, remainingMs: number): string {
    const { ids, received, pathParameters, plan: { parameterNames } } = this.request;
    const { raw } = received;
    if (raw === undefined) throw new Error('the request has no bytes of its own');
    const parameters = parameterNames.map((name) => pathParameters[name] ?? '');
    return encodeRawCall({ ids, received, parameters, caller: callerOf(this.request), raw }, number, remainingMs);
  }
}

function callerOf({ principal, apiKey }: RoutedRequest): Caller | undefined {
  return principal.type === 'anonymous' && apiKey === undefined ? undefined : { principal, apiKey };
}
