import { deployedSpec } from '../../spec';
import type { MissingValue } from '../pipeline/missing-value';
import { missingValues } from '../pipeline/missing-values';
import type { LogEntry } from '../ports';
import { readAssembly, type AssemblyApi, type LocalName } from '../state/assembly';
import { issuerSources } from '../system/issuer-sources';
import { localKeysOf, tokenValuesOf } from './compose';
import type { ServeOptions } from './serve-options';

/** Options that give values, or make them needless. */
export type ValueOptions = Pick<ServeOptions, 'accountId' | 'apiKeys' | 'functionEnvironment' | 'localApiKeys' | 'localIssuer' | 'region' | 'tokenValues' | 'userPools'>;

/** The values that an assembly needs and the options do not give, with what needs each. */
export function missingTokenValues(source: string, options: ValueOptions): readonly MissingValue[] {
  return joined(readAssembly(source).flatMap((api) => missingFrom(api, api.tokenValues ?? {}, options)));
}

/** Values of tokens by the templates of a cloud assembly that has none inside. */
interface Implied {
  readonly values: Readonly<Record<string, string>>;
  /** Names of those that are made up. */
  readonly local: readonly string[];
}

/** The values of an assembly that are made up, with what uses each; without those that the options give. */
export function localNames(source: string, options: ValueOptions, implied: Implied = { values: {}, local: [] }): readonly LocalName[] {
  const values = new Map<string, Set<string>>(); // several stacks may have resources of one name
  const uses = readAssembly(source).flatMap((api): readonly MissingValue[] => {
    const all = { ...api.tokenValues, ...implied.values };
    const local = new Set([...api.localTokens ?? [], ...implied.local]);
    const said = Object.fromEntries(Object.entries(all).filter(([name]) => !local.has(name)));
    const used = missingFrom(api, said, options).filter(({ token }) => local.has(token));
    const names = api.localNames ?? [];
    for (const { token, value } of [...used.map(({ token: name }) => ({ token: name, value: all[name] ?? '' })), ...names]) {
      values.set(token, (values.get(token) ?? new Set()).add(value));
    }
    return [...used, ...names.map(({ token, usedBy }) => ({ token, neededBy: usedBy }))];
  });
  return joined(uses).map(({ token, neededBy }) => ({ token, value: [...values.get(token) ?? []].join(', '), usedBy: neededBy }));
}

/** Returns the values that an API needs besides its own and those that the options give. */
function missingFrom({ spec }: AssemblyApi, values: Readonly<Record<string, string>>, options: ValueOptions): readonly MissingValue[] {
  const { apiKeys = {}, functionEnvironment = {} } = options;
  const sources = { apiKeys, localApiKeys: localKeysOf(options), functionEnvironment, sources: issuerSources(options) };
  const settings = { ...tokenValuesOf(options), ...sources };
  const stages = Object.entries(spec.stages).map(([name, { variables }]) => ({ name, variables, deployed: deployedSpec(spec) }));
  return missingValues(spec, stages, { ...settings, values: { ...values, ...settings.values } });
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
  const message = `${missing.length} value${missing.length === 1 ? '' : 's'} known only after deployment: methods that need one answer 503. Missing: ${list}. `
    + 'Give parameters of a template with --parameter, other values with --token-value; --write-token-values writes a file for --token-values that lists them all';
  return { level: 'warn', code: 'TOKEN_VALUE_MISSING', message, fields: { missing } };
}
