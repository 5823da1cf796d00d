import { types } from 'node:util';
import { openUrlClient } from './ioredis-client';
import type { StoreClient } from './store-client';
import { readStoreUrl } from './store-url';

/** A client, and what people call its store; `connect` resolves when it is connected, or cannot be. @throws STORE_CLIENT_MISSING */
export function openClient(store: string | StoreClient) {
  if (typeof store !== 'string') return { client: store, label: 'the given client', connect: () => Promise.resolve(), lastError: () => undefined };
  const address = readStoreUrl(store);
  if (address === undefined) throw new Error('the URL of the store was not checked'); // the option's schema does
  const client = openUrlClient(address);
  return { client, label: address.label, connect: client.connect, lastError: client.lastError };
}

/** Answers of a store that will not change by themselves: wrong credentials, rights, database or certificate. */
const REFUSALS = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password|Client sent AUTH|DB index|unknown command|SELECT|value is not an integer|wrong number of arguments|Number of keys))|certificate|CERT_|altnames/i;

export function isRefusal(reason: unknown): boolean {
  return types.isNativeError(reason) && (REFUSALS.test(reason.message) || ('code' in reason && REFUSALS.test(String(reason.code))));
}
