/**
 * A client of a store: a Valkey or Redis server, version 7.0 or later. `serve` makes one of a URL; a program may pass its own. A script
 * gets keys of one hash slot only, so a cluster needs nothing else.
 */
export interface StoreClient {
  /** Runs a script that the store knows by its SHA-1 (EVALSHA). Rejects with a message that begins with `NOSCRIPT` if it does not. */
  readonly evalsha: (sha1: string, keys: readonly string[], values: readonly string[]) => Promise<unknown>;
  /** Runs a script by its text (EVAL); then the store knows it. */
  readonly eval: (script: string, keys: readonly string[], values: readonly string[]) => Promise<unknown>;
  /** Called if the store does not answer: a new connection may. */
  readonly reconnect?: () => void;
  /** Called when the gateway stops. A program that passed a client may still need it, and omits this. */
  readonly close?: () => void;
}

export function isStoreClient(value: unknown): value is StoreClient {
  if (typeof value !== 'object' || value === null) return false;
  const isFunction = (name: string): boolean => typeof Reflect.get(value, name) === 'function';
  return ['evalsha', 'eval'].every(isFunction) && ['reconnect', 'close'].every((name) => Reflect.get(value, name) === undefined || isFunction(name));
}
