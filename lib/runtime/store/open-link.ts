import type { Log } from '../ports';
import { GatewayError } from '../../errors';
import { Heartbeat } from './heartbeat';
import { openClient } from './open-client';
import { script } from './script';
import type { StoreClient } from './store-client';
import { StoreConnection } from './store-connection';

/** How often a store that is away is asked whether it is back. */
const RETRY_MS = 1_000;
/** How long the first answer may take, with the connection, TLS and the log-in. */
const FIRST_MS = 1_000;

const PING = script('return {1}');

export interface StoreLinkParts {
  readonly store: string | StoreClient;
  readonly timeoutMs: number;
  readonly random: () => number;
  readonly log: Log;
  /** @default - a second */
  readonly retryMs?: number | undefined;
  /** For people: how the gateway does while the store is away, and again when it is back. */
  readonly words: { readonly away: string; readonly back: string };
}

/** Opens a connection that finds the store again by itself, even if it is away at first. @throws STORE_CLIENT_MISSING */
export async function openLink({ store, timeoutMs, random, log, words, retryMs = RETRY_MS }: StoreLinkParts) {
  const { client, label, connect, lastError } = openClient(store);
  const changed = (reason: string | undefined): void => log(reason === undefined
    ? { level: 'info', message: `the store ${label} answers again: ${words.back}` }
    : awayEntry(label, lastError()?.message ?? reason, words.away));
  const connection = new StoreConnection({ client, timeoutMs, changed });
  const beat = async (): Promise<void> => {
    if (connection.isThere) return;
    await connection.attempt(PING, { keys: [], values: [] }).catch(() => connection.reconnect());
  };
  const heartbeat = new Heartbeat({ everyMs: retryMs, random, beat });
  await connect();
  await connection.attempt(PING, { keys: [], values: [], timeoutMs: FIRST_MS }).catch(({ message }: Error) => connection.leave(message));
  heartbeat.start();
  return {
    connection,
    close: (): void => {
      void heartbeat.stop();
      client.close?.();
    },
  };
}

export function awayEntry(store: string, reason: string, meanwhile: string): Parameters<Log>[0] {
  const { message } = new GatewayError('STORE_AWAY', { store, reason, meanwhile });
  return { level: 'error', code: 'STORE_AWAY', message };
}
