import type { Issue } from '../errors';

/** A document that a spec became, before it is text, with what it cannot express. */
export interface RenderedDocument {
  readonly document: Readonly<Record<string, unknown>>;
  readonly losses: readonly Issue[];
}
