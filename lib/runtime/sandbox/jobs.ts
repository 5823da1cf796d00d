import type { ModelSpec } from '../../spec';
import type { EncodedMap } from '../mapping/velocity/encoded-values';
import type { Extent } from './pattern';

/** The work that a worker does. Texts of clients come as bytes in UTF-8. */
export type SandboxJob =
  /** Whether a text is JSON. */
  | { readonly type: 'json'; readonly bytes: Uint8Array }
  /** Whether a body fits a model. */
  | { readonly type: 'body'; readonly models: ModelSet; readonly model: string; readonly bytes: Uint8Array }
  /** Which of the patterns is the first to match. */
  | { readonly type: 'match'; readonly patterns: readonly PatternText[]; readonly text: string }
  /** What the parts of a body are that a mapping reads. */
  | { readonly type: 'read'; readonly direction: 'request' | 'response'; readonly paths: readonly string[]; readonly bytes: Uint8Array }
  /** Which status the text of a MOCK integration names. */
  | { readonly type: 'status'; readonly text: string }
  /** What a template prints, and what it leaves in its context. */
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

/** What a template sees besides its payload. */
export interface EncodedScope {
  readonly context: EncodedMap;
  readonly parameters: {
    readonly path: Readonly<Record<string, string>>;
    readonly querystring: Readonly<Record<string, string>>;
    readonly header: Readonly<Record<string, string>>;
  };
  readonly stageVariables: Readonly<Record<string, string>>;
}

/** What a worker answers. */
export type SandboxAnswer =
  | { readonly type: 'passed' }
  /** Why it is not JSON, or does not fit, or why the template failed. */
  | { readonly type: 'refused'; readonly reason: string }
  /** Index of the pattern; -1 for none. */
  | { readonly type: 'matched'; readonly index: number }
  /** Texts for each of the paths. */
  | { readonly type: 'read'; readonly texts: readonly (readonly string[])[] }
  | { readonly type: 'status'; readonly status: number }
  | { readonly type: 'rendered'; readonly text: string; readonly context: EncodedMap };

/** The outcome of a job: an answer, or none in time. */
export type SandboxOutcome =
  | SandboxAnswer
  | Expired
  /** Too many jobs waited. */
  | { readonly type: 'busy' };

/** The work was given up: it took too much time, memory or too many steps. */
export interface Expired {
  readonly type: 'expired';
  readonly reason: string;
}

/** What a worker says: that it begins with the work itself, or what came of it. */
export type SandboxMessage = { readonly type: 'begun' } | { readonly type: 'answer'; readonly answer: SandboxAnswer | Expired };

/** Runs jobs off the main thread. */
export type RunInSandbox = (job: SandboxJob) => Promise<SandboxOutcome>;
