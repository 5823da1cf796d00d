import { GatewayError } from '../../errors';
import { issuersOf, localClaims, type TokenIssuer } from '../authorizers';
import type { LocalTokenRequest } from '../plan/local-token-request';
import type { LoadedApi } from '../plan/loaded';
import type { SystemPorts } from '../ports';
import { readAssembly } from '../state/assembly';
import { suggestText } from '../suggest';
import { signLocally } from '../system/local-issuer';
import { localIssuerFile } from '../system/local-issuer-file';
import { systemPorts } from '../system/system-ports';
import { tokenValuesOf } from './compose';
import { withImplied } from './load';
import type { ServeOptions } from './serve-options';
import type { Serving } from './serving';

type PoolApi = Pick<LoadedApi, 'definition' | 'tokenValues'>;

/** Options that the names and values of user pools depend on. */
export type PoolOptions = Pick<ServeOptions, 'accountId' | 'region' | 'tokenValues' | 'userPools'>;

/** Options that the tokens of a running gateway depend on: without another file, the key is in its state directory. */
interface ServedPools extends PoolOptions, Pick<ServeOptions, 'localIssuer'>, Pick<Signing, 'ports'> {
  readonly stateDirectory: string;
}

interface Signing {
  readonly keyFile: string;
  readonly ports: Pick<SystemPorts, 'now' | 'newId'>;
}

/** A token of the local issuer for a pool of an assembly. @throws USER_POOL_*, STATE_DAMAGED, STATE_NOT_WRITABLE, ASSEMBLY_* */
export async function issueTokenFor(
  source: string, request: LocalTokenRequest, { keyFile, ...options }: PoolOptions & { readonly keyFile: string },
): Promise<string> {
  const apis = readAssembly(source).map(({ spec, tokenValues = {} }) => ({ definition: spec, tokenValues }));
  return issueToken(apis, request, { ...options, keyFile, ports: systemPorts(() => undefined) });
}

/** The same for definitions that are served; a value for a pool that none has would have no effect. @throws USER_POOL_UNKNOWN */
export function tokenIssuer(apis: () => readonly PoolApi[], settings: ServedPools): Serving['issueToken'] {
  const pools = poolsOf(apis(), settings);
  for (const name of Object.keys(settings.userPools ?? {})) {
    if (!pools.some(({ names }) => names.includes(name))) throw unknownPool(name, pools);
  }
  const keyFile = typeof settings.localIssuer === 'string' ? settings.localIssuer : localIssuerFile(settings.stateDirectory);
  return (request) => issueToken(apis(), request, { ...settings, keyFile });
}

async function issueToken(
  apis: readonly PoolApi[], request: LocalTokenRequest, { keyFile, ports, ...options }: PoolOptions & Signing,
): Promise<string> {
  const pool = choosePool(poolsOf(apis, options), request.pool);
  const poolOption = poolGiven(pool, options);
  const issuer = poolOption?.startsWith('http') === true ? poolOption : pool.issuer;
  if (issuer === undefined) throw new GatewayError('USER_POOL_UNKNOWN', { pool: `the pool "${pool.names[0] ?? ''}"`, known: 'its ARN is not that of a pool' });
  return signLocally(localClaims({ ...pool, issuer }, request, ports), keyFile);
}

function poolsOf(apis: readonly PoolApi[], options: PoolOptions): readonly TokenIssuer[] {
  const settings = tokenValuesOf(options);
  return apis.flatMap((api) => {
    const own = withImplied(api, settings);
    return Object.entries(api.definition.authorizers).flatMap(([name, spec]) => issuersOf(spec, { name, ...own }));
  });
}

/** Several authorizers may take tokens of one pool. */
function choosePool(pools: readonly TokenIssuer[], name: string | undefined): TokenIssuer {
  const [first, ...others] = name === undefined ? pools : pools.filter(({ names }) => names.includes(name));
  if (first === undefined) throw unknownPool(name, pools);
  if (name !== undefined || others.every(({ issuer }) => issuer === first.issuer)) return first;
  throw new GatewayError('USER_POOL_NOT_CHOSEN', { known: printedNames(pools).join(', ') });
}

function unknownPool(name: string | undefined, pools: readonly TokenIssuer[]): GatewayError {
  const known = pools.length === 0 ? 'the definition has no Cognito or JWT authorizer' : suggestText(name ?? '', printedNames(pools));
  return new GatewayError('USER_POOL_UNKNOWN', { pool: name === undefined ? 'a pool' : `the pool "${name}"`, known });
}

function printedNames(pools: readonly TokenIssuer[]): readonly string[] {
  return [...new Set(pools.map(({ names }) => names[0] ?? ''))];
}

function poolGiven({ names }: TokenIssuer, { userPools = {} }: PoolOptions): string | undefined {
  const name = names.find((one) => Object.hasOwn(userPools, one));
  return name === undefined ? undefined : userPools[name];
}
