import { describeAuthorizer, describeIntegration, mapTexts, methodsOfResource, withoutCredentials, type DeployedSpec, type GatewaySpec } from '../../spec';
import { givenFor, issuersOf, NO_SOURCES, type IssuerSources } from '../authorizers';
import { missingIn } from '../plan/resolve-tokens';
import type { MissingValue } from './missing-value';
import { missingInFunction, type FunctionSettings } from './function-versions';

/** The settings that determine which values are missing. */
export interface ValueSettings extends FunctionSettings {
  readonly accountId: string;
  readonly region: string;
  readonly apiKeys: Readonly<Record<string, string>>;
  readonly localApiKeys?: (name: string) => string | undefined;
  readonly sources?: IssuerSources;
}

/** A stage's deployment with its variables. */
export interface StageValues {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly deployed: DeployedSpec;
}

interface Use {
  readonly by: string;
  readonly token: string;
}

/** Every missing value of an API's stages, by name, with all that needs it. */
export function missingValues(
  definition: Pick<GatewaySpec, 'apiKeys'>, stages: readonly StageValues[], settings: ValueSettings,
): readonly MissingValue[] {
  const { values, apiKeys, localApiKeys } = settings;
  const keys = Object.entries(definition.apiKeys).filter(([name]) => !Object.hasOwn(apiKeys, name) && localApiKeys?.(name) === undefined);
  const uses: Use[] = [
    ...keys.flatMap(([name, { value }]) => usesIn(value, `API key ${name}`, values)),
    ...stages.flatMap(({ name, variables, deployed }) => [
      ...Object.entries(variables).flatMap(([variable, text]) => usesIn(text, `stage ${name}, variable ${variable}`, values)),
      ...usesOfDeployment(deployed, settings),
    ]),
  ];
  const byToken = new Map<string, Set<string>>();
  for (const { token, by } of uses) byToken.set(token, (byToken.get(token) ?? new Set()).add(by));
  return [...byToken].sort(([left], [right]) => (left < right ? -1 : 1)).map(([token, by]) => ({ token, neededBy: [...by].sort() }));
}

function usesOfDeployment(deployed: DeployedSpec, settings: ValueSettings): Use[] {
  const { values } = settings;
  const ofFunctions = Object.entries(deployed.functions).flatMap(([name, spec]) =>
    missingInFunction(name, spec, settings).map(({ where, token }) => ({ by: `function ${name}, ${where}`, token })));
  const methods = Object.keys(deployed.resources).flatMap((path) => methodsOfResource(deployed, path));
  const ofMethods = methods.flatMap(({ location, method: { integration } }) =>
    describeIntegration(integration).unavailable === undefined ? usesIn(withoutCredentials(integration), location, values) : []);
  return [...ofFunctions, ...ofMethods, ...usesOfAuthorizers(deployed, settings), ...usesIn(deployed.api.policy, 'the resource policy', values)];
}

/** Pools that are known here by another issuer, by keys or by the local issuer need no value. */
function usesOfAuthorizers({ authorizers }: DeployedSpec, settings: ValueSettings): Use[] {
  const { sources = NO_SOURCES, values } = settings;
  if (sources.local !== undefined) return [];
  return Object.entries(authorizers).flatMap(([name, spec]) => {
    const issuers = issuersOf(spec, { ...settings, name });
    const isGiven = issuers.length > 0 && issuers.every((issuer) => givenFor(issuer, sources) !== undefined);
    const needed = isGiven ? describeAuthorizer(spec).audience : spec;
    return usesIn(needed, `authorizer ${name}`, values);
  });
}

function usesIn(value: unknown, by: string, values: Readonly<Record<string, string>>): Use[] {
  const uses: Use[] = [];
  mapTexts(value, (text) => {
    uses.push(...missingIn(text, values).map((token) => ({ by, token })));
    return text;
  });
  return uses;
}
