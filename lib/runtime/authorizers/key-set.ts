import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { isTrustworthyUrl, LIMITS } from '../../spec';
import type { TokenCheckContext } from './compile-context';
import type { FindKey } from './issuer-sources';

/** Keys are fetched again after this time; if that fails, the existing ones may be used a while longer. */
const FRESH_MS = 600_000;
const USABLE_MS = 3_600_000;
/** A token with an unknown key causes another fetch, but not more often than this. */
const UNKNOWN_KEY_PAUSE_MS = 30_000;
const FAILURE_PAUSE_MS = 1_000;

export interface KeySetSource {
  readonly issuer: string;
  /** Where the keys are; default: the address in the issuer's discovery document. */
  readonly jwksUri?: string | undefined;
}

interface Keys {
  readonly find: FindKey;
  readonly fetchedAt: number;
}

const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });
const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });

/**
 * The public keys of an issuer, fetched when first needed. The key for a token is chosen by its kid and algorithm only;
 * `jku`, `x5u` and `jwk` of the token are ignored.
 * @throws by the returned function: KEY_SET_UNREACHABLE, and jose's errors where no key fits
 */
export function createKeySet(source: KeySetSource, context: TokenCheckContext): FindKey {
  const { now, log } = context.ports;
  let keys: Keys | undefined;
  let fetching: Promise<Keys> | undefined;
  let failure: { readonly error: unknown; readonly at: number } | undefined;

  const refresh = (): Promise<Keys> => {
    if (failure !== undefined && isWithin(failure.at, FAILURE_PAUSE_MS, now())) return Promise.reject(failure.error);
    fetching ??= fetchKeys(source, context).then(
      (find) => {
        failure = undefined;
        return (keys = { find, fetchedAt: now() });
      },
      (error: unknown) => {
        failure = { error, at: now() };
        throw error;
      },
    ).finally(() => { fetching = undefined; });
    return fetching;
  };
  const current = async (): Promise<Keys> => {
    const known = keys;
    if (known === undefined || !isWithin(known.fetchedAt, USABLE_MS, now())) return refresh();
    if (isWithin(known.fetchedAt, FRESH_MS, now())) return known;
    return refresh().catch((error: unknown) => {
      log({ level: 'warn', code: 'KEY_SET_UNREACHABLE', message: `the keys of ${source.issuer} are used although they are old: ${String(error)}` });
      return known;
    });
  };
  return async (header, token) => {
    const known = await current();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || isWithin(known.fetchedAt, UNKNOWN_KEY_PAUSE_MS, now())) throw error;
      return (await refresh()).find(header, token);
    }
  };
}

/** Whether less than that time has passed; false if the clock was set back. */
function isWithin(since: number, periodMs: number, now: number): boolean {
  return now >= since && now - since < periodMs;
}

async function fetchKeys(source: KeySetSource, context: Pick<TokenCheckContext, 'name' | 'http'>): Promise<FindKey> {
  try {
    const uri = source.jwksUri ?? await discover(source.issuer, context);
    const read = valid(keySetSchema.safeParse(await fetchJson(uri, context)), 'key set');
    return createLocalJWKSet(read as JSONWebKeySet); // `keys` with their `kty`, checked by the schema
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('KEY_SET_UNREACHABLE', { authorizer: context.name, issuer: source.issuer, reason }, { cause });
  }
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discover(issuer: string, context: Pick<TokenCheckContext, 'http'>): Promise<string> {
  const document = valid(discoverySchema.safeParse(await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, context)), 'discovery document');
  if (document.issuer !== issuer) throw new Error(`the discovery document names the issuer ${document.issuer}`);
  if (!isTrustworthyUrl(document.jwks_uri)) throw new Error(`the discovery document names keys at ${document.jwks_uri}, which is not https`);
  return document.jwks_uri;
}

function valid<Data>({ data, error }: z.ZodSafeParseResult<Data>, what: string): Data {
  if (error !== undefined) throw new Error(`the ${what} is not valid`, { cause: error });
  return data;
}

/** Redirects are not followed; size and time are limited. */
async function fetchJson(url: string, { http }: Pick<TokenCheckContext, 'http'>): Promise<unknown> {
  const { status, body } = await http({
    method: 'GET', url, headers: [{ name: 'Accept', value: 'application/json' }], body: undefined,
    timeoutMs: LIMITS.keySetTimeoutMs.max, maxBytes: LIMITS.keySetBytes.max,
  });
  if (status !== 200) throw new Error(`${url} answered with status ${status}`);
  return JSON.parse(body.toString('utf8'));
}
