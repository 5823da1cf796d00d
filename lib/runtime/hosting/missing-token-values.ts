import { deployedSpec } from '../../spec';
import type { MissingValue } from '../pipeline/missing-value';
import { missingValues } from '../pipeline/missing-values';
import type { LogEntry } from '../ports';
import { readAssembly } from '../state/assembly';
import { issuerSources } from '../system/issuer-sources';
import { tokenValuesOf } from './compose';
import type { ServeOptions } from './serve-options';

/** Options that give values, or make them needless. */
export type ValueOptions = Pick<ServeOptions, 'accountId' | 'apiKeys' | 'functionEnvironment' | 'localIssuer' | 'region' | 'tokenValues' | 'userPools'>;

/** The values that an assembly needs and the options do not give, with what needs each. */
export function missingTokenValues(source: string, options: ValueOptions): readonly MissingValue[] {
  const { apiKeys = {}, functionEnvironment = {} } = options;
  const settings = { ...tokenValuesOf(options), apiKeys, functionEnvironment, sources: issuerSources(options) };
  const found = readAssembly(source).flatMap(({ spec, tokenValues }) => {
    const stages = Object.entries(spec.stages).map(([name, { variables }]) => ({ name, variables, deployed: deployedSpec(spec) }));
    return missingValues(spec, stages, { ...settings, values: { ...tokenValues, ...settings.values } });
  });
  return joined(found);
}

/** The same of several APIs in one list. */
export function joined(found: readonly MissingValue[]): readonly MissingValue[] {
  const byToken = new Map<string, readonly string[]>();
  for (const { token, neededBy } of found) byToken.set(token, [...new Set([...(byToken.get(token) ?? []), ...neededBy])]);
  return [...byToken].map(([token, neededBy]) => ({ token, neededBy }));
}

/** All missing values in one entry of the log; undefined if there are none. */
export function missingValuesEntry(missing: readonly MissingValue[]): LogEntry | undefined {
  if (missing.length === 0) return undefined;
  const list = missing.map(({ token, neededBy }) => `${token} (${neededBy.join('; ')})`).join(', ');
  const message = `${missing.length} value${missing.length === 1 ? '' : 's'} known only after deployment: what needs one answers 503. Missing: ${list}. `
    + 'Give them with --token-value or --token-values; --write-token-values writes a file with all';
  return { level: 'warn', code: 'TOKEN_VALUE_MISSING', message, fields: { missing } };
}
