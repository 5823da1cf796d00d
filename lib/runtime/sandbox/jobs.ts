import type { ModelSpec } from '../../spec';
import type { EncodedMap } from './encoded-value';
import type { Extent } from './pattern';

/** The work that a worker does. Clients' texts are passed as UTF-8 bytes. */
export type SandboxJob =
  /** Whether a text is JSON. */
  | { readonly type: 'json'; readonly bytes: Uint8Array }
  /** Whether a body matches a model. */
  | { readonly type: 'body'; readonly models: ModelSet; readonly model: string; readonly bytes: Uint8Array }
  /** Which pattern is the first to match. */
  | { readonly type: 'match'; readonly patterns: readonly PatternText[]; readonly text: string }
  /** The parts of a body that a mapping reads. */
  | { readonly type: 'read'; readonly direction: 'request' | 'response'; readonly paths: readonly string[]; readonly bytes: Uint8Array }
  /** The status that a MOCK integration's text names. */
  | { readonly type: 'status'; readonly text: string }
  /** A template's output, and the overrides that it leaves in its context. */
  | { readonly type: 'render'; readonly template: string; readonly payload: string; readonly scope: EncodedScope };

/** A Java expression of the definition. */
export interface PatternText {
  readonly pattern: string;
  readonly extent: Extent;
  readonly isDotAll?: boolean;
}

/** All models of a deployment; compiled once by each worker. */
export interface ModelSet {
  /** Equal sets have equal keys. */
  readonly key: string;
  readonly apiId: string;
  readonly models: Readonly<Record<string, ModelSpec>>;
}

/** A template's input besides the payload. */
export interface EncodedScope {
  readonly context: EncodedMap;
  readonly parameters: {
    readonly path: Readonly<Record<string, string>>;
    readonly querystring: Readonly<Record<string, string>>;
    readonly header: Readonly<Record<string, string>>;
  };
  readonly stageVariables: Readonly<Record<string, string>>;
}

export type SandboxAnswer =
  | { readonly type: 'passed' }
  /** Why it is not JSON or does not match, or why the template failed. */
  | { readonly type: 'refused'; readonly reason: string }
  /** Index of the pattern; -1 for none. */
  | { readonly type: 'matched'; readonly index: number }
  /** The texts found for each path. */
  | { readonly type: 'read'; readonly texts: readonly (readonly string[])[] }
  | { readonly type: 'status'; readonly status: number }
  | { readonly type: 'rendered'; readonly text: string; readonly context: EncodedMap };

/** The outcome of a job: an answer, or the reason why there is none. */
export type SandboxOutcome =
  | SandboxAnswer
  | Expired
  /** Too many jobs were waiting. */
  | { readonly type: 'busy' };

/** The work was abandoned: it took too much time or memory, or too many steps. */
export interface Expired {
  readonly type: 'expired';
  readonly reason: string;
}

/** A worker's message: the work itself begins now, or its outcome. */
export type SandboxMessage = { readonly type: 'begun' } | { readonly type: 'answer'; readonly answer: SandboxAnswer | Expired };

export type RunInSandbox = (job: SandboxJob) => Promise<SandboxOutcome>;
