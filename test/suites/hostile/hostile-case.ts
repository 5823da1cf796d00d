/** One byte sequence with what must and must not happen; the head of ../../cases/hostile.json explains the members. */
export interface HostileCase {
  readonly id: string;
  readonly group: string;
  readonly encoding: string;
  readonly raw?: string;
  readonly gen?: readonly GeneratedPart[];
  readonly send?: string;
  readonly target?: string;
  readonly timeoutClass?: string;
  readonly waitMs?: number;
  readonly drip?: Drip;
  readonly judge?: string;
  readonly expect: HostileExpectation;
}

export interface GeneratedPart {
  readonly text?: string;
  readonly repeat?: string;
  readonly count?: number;
  readonly gzipZeros?: number;
  readonly header?: string;
}

/** A text that is sent again and again. */
export interface Drip {
  readonly head: string;
  readonly text: string;
  readonly everyMs: number;
  readonly count: number;
}

export interface HostileExpectation {
  readonly oneOf: readonly (number | string)[];
  readonly preferred?: readonly (number | string)[];
  readonly mustNot?: readonly string[];
  readonly expectResponses?: number;
  readonly expectSequence?: readonly number[];
}
