import type { TestTokenOptions } from '../../../lib/testing';

/** The parts that an answer must have: text that is in its body, or members that its JSON has; headers. */
export interface Expected {
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The parts of a request besides its method and target. */
export interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
  /** The request has a token of the app's user pool in `Authorization`. */
  readonly token?: TestTokenOptions;
  /** Whether the request is signed with `CREDENTIALS`. */
  readonly isSigned?: boolean;
}

/** Credentials of a caller that may do everything. */
export const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

/** A request, `[API] METHOD target`, the status it is answered with, and more. Calls of an app are made in their order. */
export type Call = readonly [line: string, status: number, expected?: Expected, given?: Given];

/** The calls of an app. */
export interface Sample {
  readonly calls: readonly Call[];
  /** The calls that services have received afterwards, by the name of the service in signatures. */
  readonly received?: Readonly<Record<string, readonly unknown[]>>;
}

/** An origin as browsers send it. */
export const from = (Origin: string): Given => ({ headers: { Origin } });
