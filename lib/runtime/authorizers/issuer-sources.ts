import type { createLocalJWKSet, JSONWebKeySet } from 'jose';

/** Finds the public key that a token names. */
export type FindKey = ReturnType<typeof createLocalJWKSet>;

/** Where the keys of a pool are instead of at its issuer. */
export type GivenIssuer = { readonly issuer: string } | { readonly keys: JSONWebKeySet };

/** Where keys of issuers come from besides the issuers themselves. */
export interface IssuerSources {
  /** Issuers and keys that replace a pool's own, by a name of the pool. */
  readonly given: Readonly<Record<string, GivenIssuer>>;
  /** Keys of the local issuer; undefined where its tokens are not accepted. */
  readonly local: FindKey | undefined;
}

export const NO_SOURCES: IssuerSources = { given: {}, local: undefined };

/** The key ids of the local issuer begin with this. */
export const LOCAL_KEY_PREFIX = 'synthgate-local-';
