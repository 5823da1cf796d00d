import { setTimeout } from 'node:timers/promises';
import type * as IoRedis from 'ioredis';
import { GatewayError } from '../../errors';
import { loadProjectPackage } from '../project-package';
import type { StoreClient } from './store-client';
import type { StoreAddress } from './store-url';

/** The client for Valkey and Redis, read from the user's project, because only gateways with a store need it. */
const PACKAGE = 'ioredis';

/** How long a new connection may take, and the pause before the next. */
const CONNECT_MS = 1_000;
/** How long the other end has to close: one that lost its way never does. */
const DISCONNECT_MS = 100;
const RETRY_MS = { least: 200, most: 1_000 };

/** States with a connection, of which one may still wait for the answer to its log-in. */
const IS_OPEN: ReadonlySet<string> = new Set(['connect', 'ready']);

export interface UrlClient extends StoreClient {
  /** Resolves when it is connected and logged in, or when that has failed or takes too long; it goes on trying. */
  readonly connect: () => Promise<void>;
  /** The last error of the present connection, or of the attempt to have one: of a command, only the consequences are known. */
  readonly lastError: () => Error | undefined;
}

/** @param directories - where the package is looked for @throws STORE_CLIENT_MISSING */
export function openUrlClient(address: StoreAddress, directories?: readonly string[]): UrlClient {
  const redis = connectionOf(loadPackage(directories), address);
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => { lastError = error; });
  redis.on('connect', () => { lastError = undefined; });
  return {
    connect: () => Promise.race([redis.connect().catch(() => undefined), setTimeout(CONNECT_MS, undefined, { ref: false })]),
    lastError: () => lastError,
    evalsha: (sha1, keys, values) => redis.evalsha(sha1, keys.length, ...keys, ...values),
    eval: (script, keys, values) => redis.eval(script, keys.length, ...keys, ...values),
    reconnect: () => { if (IS_OPEN.has(redis.status)) redis.disconnect(true); },
    close: () => redis.disconnect(),
  };
}

function connectionOf({ Redis, Cluster }: typeof IoRedis, address: StoreAddress): IoRedis.Redis | IoRedis.Cluster {
  const { hosts, path: socket, isCluster, isSecure, username, password, database } = address;
  const shared = { enableAutoPipelining: true, enableOfflineQueue: false, lazyConnect: true };
  const options = {
    ...shared, enableReadyCheck: false, db: database, connectTimeout: CONNECT_MS, disconnectTimeout: DISCONNECT_MS, maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false, connectionName: 'synthgate', retryStrategy: waitBefore,
    ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }), ...(isSecure ? { tls: {} } : {}),
  };
  if (!isCluster) return new Redis({ ...options, ...(socket === undefined ? hosts[0] : { path: socket }) });
  return new Cluster([...hosts], {
    ...shared, redisOptions: options, clusterRetryStrategy: waitBefore, maxRedirections: 3, slotsRefreshTimeout: CONNECT_MS,
  });
}

/** Gateways do not come back all at once. */
function waitBefore(): number {
  return RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least);
}

function loadPackage(directories: readonly string[] | undefined): typeof IoRedis {
  const loaded = loadProjectPackage(PACKAGE, directories);
  if (loaded === undefined) throw new GatewayError('STORE_CLIENT_MISSING', { directory: directories?.[0] ?? process.cwd() });
  return loaded as typeof IoRedis; // the package of that name
}
