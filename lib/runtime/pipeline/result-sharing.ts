import type { ResultCache } from '../authorizers';
import type { LoadedStage } from '../plan/loaded';
import type { OwnResponseCache, ResponseCache } from '../response-cache/response-cache';

/** Puts results of requests where other gateways find them, or leaves them in the caches of this one. */
export interface ResultSharing {
  readonly responses: (stage: SharedStage, own: OwnResponseCache) => ResponseCache;
  readonly authorizers: (api: string, own: ResultCache) => ResultCache;
}

/** A stage whose responses may be shared: with those that serve the same content under the same name. */
export interface SharedStage {
  readonly name: readonly string[];
  /** Definition, code and variables, from which its responses follow. */
  readonly content: readonly string[];
  readonly maxBytes: number;
}

export const NOT_SHARED: ResultSharing = { responses: (_, own) => own, authorizers: (_, own) => own };

/** Two stages with different content answer differently. */
export function contentOf({ fingerprint, variables, code }: LoadedStage): readonly string[] {
  const digests = Object.entries(code).map(([name, { digest }]) => `${name} ${digest}`).sort();
  return [fingerprint, JSON.stringify(Object.entries(variables).sort()), ...digests];
}
