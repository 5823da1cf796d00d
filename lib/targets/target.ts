import type { Issue } from '../errors';

/** What a target made of a spec: files by their path in the assembly, and what they cannot say. */
export interface Rendering {
  readonly files: ReadonlyMap<string, string>;
  readonly losses: readonly Issue[];
}

/** A document that a spec became, before it is text. */
export interface RenderedDocument {
  readonly document: Readonly<Record<string, unknown>>;
  readonly losses: readonly Issue[];
}
