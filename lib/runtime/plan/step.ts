import type { HeaderList } from '../http/headers';
import type { GatewayReply } from '../http/reply';
import type { Received } from '../http/request';
import type { AcceptedKey, Principal } from './principal';
import type { Recorder } from './recorder';

/** The results of steps, for later steps. */
export interface StepResults {
  readonly recording: (recorder: Recorder) => void;
  /** Hides a signature from now on: it was meant for the gateway. */
  readonly authorized: (principal: Principal) => void;
  /** Names a caller that is refused, for the gateway response and the logs; the request ends with this step. */
  readonly refused: (principal: Principal) => void;
  /** From now on the query is this one: what was signed is what the integration sees. */
  readonly signed: (query: string) => void;
  readonly identified: (apiKey: AcceptedKey) => void;
  /** Replaces the request for all later steps. */
  readonly replaced: (received: Received, headers: HeaderList) => void;
  readonly requested: (request: unknown) => void;
  readonly calledFunction: () => void;
  readonly answered: (response: unknown) => void;
  readonly replied: (reply: GatewayReply) => void;
  /** The response so far. */
  readonly reply: GatewayReply | undefined;
}

/** Resumes a request whose step has to wait. Exactly one of the two is called, once. */
export interface Continuation {
  readonly resume: () => void;
  readonly fail: (thrown: unknown) => void;
}

/** Returned by a step that has kept the continuation: the request waits until the continuation is called. */
export const SUSPENDED = Symbol('suspended');

/** A step that only reads memory returns nothing; a promise or `SUSPENDED` makes the request wait. Anything it throws ends the request. */
export type RunStep<In> = (request: In, results: StepResults, continuation: Continuation) => undefined | Promise<void> | typeof SUSPENDED;

/** One step of one method, ready to run. */
export interface Step {
  readonly name: string;
  /** Whether the step is skipped if there is already a response. */
  readonly isSkippedWhenAnswered: boolean;
  readonly run: RunStep<never>;
}

/** The plan of a step for a method: a step or nothing; either way, the proof is given. */
export interface Planned<In, Out extends In> {
  readonly step: Step | undefined;
  /** Exists in the types only. */
  readonly proves?: (request: In) => Out;
}

/** Plans a step. Call it only in the step's own file: that is what gives the proof its value. */
export function planned<In, Out extends In>(name: string, run: RunStep<In>, { isSkippedWhenAnswered = false } = {}): Planned<In, Out> {
  return { step: { name, run, isSkippedWhenAnswered } };
}

/** A step that this method does not need. */
export function unneeded<In, Out extends In>(): Planned<In, Out> {
  return { step: undefined };
}

/** The steps of a method in order; each step needs what the ones before it have proved. */
export class StepList<Out> {
  /** A member of the type that is never set: without it a list that ends early would pass as one that proves more. */
  declare public readonly proves?: () => Out;
  readonly #steps: readonly Step[];

  private constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** An empty list, for a request about which only its type is known. */
  public static begin<In>(): StepList<In> {
    return new StepList<In>([]);
  }

  public then<Next extends Out>({ step }: Planned<Out, Next>): StepList<Next> {
    return new StepList<Next>(step === undefined ? this.#steps : [...this.#steps, step]);
  }

  public toArray(): readonly Step[] {
    return this.#steps;
  }
}
