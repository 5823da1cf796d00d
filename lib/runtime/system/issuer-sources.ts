import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { isTrustworthyUrl } from '../../spec';
import type { GivenIssuer, IssuerSources } from '../authorizers';
import { localKeys } from './local-issuer';

export interface UserPoolOptions {
  readonly userPools?: Readonly<Record<string, string>> | undefined;
  /** The file with the key of the local issuer; nothing is read for `true`. */
  readonly localIssuer?: boolean | string | undefined;
}

const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1).max(100) });

/** Where keys of issuers come from, from the options of `serve`. Files are read at once. @throws OPTION_INVALID */
export function issuerSources({ userPools = {}, localIssuer }: UserPoolOptions): IssuerSources {
  return {
    given: Object.fromEntries(Object.entries(userPools).map(([name, given]) => [name, givenIssuer(name, given)])),
    local: typeof localIssuer === 'string' ? localKeys(localIssuer) : undefined,
  };
}

function givenIssuer(name: string, given: string): GivenIssuer {
  if (/^https?:\/\//.test(given)) {
    if (isTrustworthyUrl(given)) return { issuer: given };
    throw new GatewayError('OPTION_INVALID', { option: `userPools.${name}`, given, allowed: 'https://…, http:// of this machine, or a file' });
  }
  const file = path.resolve(given);
  try {
    const { keys } = keySetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { keys: { keys } };
  } catch (cause) {
    throw new GatewayError('OPTION_INVALID', { option: `userPools.${name}`, given, allowed: 'the URL of an issuer, or a JSON file with its key set: {"keys": […]}' }, { location: file, cause });
  }
}
