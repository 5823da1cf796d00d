import type { Exchange } from './exchange';
import type { Fixture } from './fixture';
import type { HostileCase } from './hostile-case';
import type { ObservedCall } from './observer';
import type { ReadResponses } from './responses';

/** The part of a run that predicates see, which a test can make up. */
export interface RunFacts {
  readonly exchange: Pick<Exchange, 'sent' | 'requests' | 'isClosed' | 'startedMs' | 'peer'>;
  readonly fixture: Pick<Fixture, 'folder' | 'ports' | 'ownPorts'> & {
    readonly gateway: Pick<Fixture['gateway'], 'exit' | 'printed' | 'probe'>;
    readonly observer: Pick<Fixture['observer'], 'all'>;
  };
  readonly patience: number;
  /** Where the case's connection comes from. */
  readonly localAddress: string;
  /** How much the gateway had printed when the case began. */
  readonly printedFrom: number;
  /** Measurements of predicates before the case. */
  readonly before: { state?: ReadonlyMap<string, string>; rssBytes?: number | undefined };
  /** The time of the case passed without a response. */
  isLate: boolean;
  /** The responses, once the case has ended. */
  read: ReadResponses;
  /** Calls of functions that belong to the case. */
  calls: readonly ObservedCall[];
}

/** One case while it is played. */
export interface CaseRun extends RunFacts {
  readonly one: HostileCase;
  readonly exchange: Exchange;
  readonly fixture: Fixture;
  readonly observedFrom: number;
}
