import { deployedStack, type ImpliedValues } from '../../importers';
import { readAssembly, type AssemblyApi } from '../../runtime';
import { tokensIn, withReferences } from '../../spec';
import type { FunctionEnvironment } from '../function-environment';
import { withNested, type BoundStacks, type ReadStack } from './bound-stacks';

export interface OwnValues {
  readonly tokenValues: Readonly<Record<string, string>>;
  readonly functionEnvironment: FunctionEnvironment;
  readonly apiKeys: Readonly<Record<string, string>>;
}

export interface KnownValues {
  readonly own: OwnValues;
  /** Values of tokens by the templates of the source. */
  readonly implied?: ImpliedValues | undefined;
}

/** Values of a gateway: those that the user gives, and those of its deployed stacks. */
export interface BoundValues extends OwnValues {
  /** The parts that have a value of a stack: `function Pets, environment TABLE`. */
  readonly fromStacks: readonly string[];
}

/** Adds values of deployed stacks for what only a deployment knows. Variables with a value in the definition keep that one. */
export function boundValues(source: string, bound: BoundStacks | undefined, { own, implied }: KnownValues): BoundValues {
  if (bound === undefined) return { ...own, fromStacks: [] };
  const stacks = withNested(bound.stacks);
  const apis = readAssembly(source);
  const exported = Object.assign({}, ...stacks.map(({ exports }) => asTokens(exports))) as Record<string, string>; // texts by name
  const tokenValues = { ...exported, ...own.tokenValues };
  const variables = apis.flatMap((api) => {
    const known = { ...api.tokenValues, ...implied?.values, ...tokenValues };
    return variablesOf(api, { stacks, own, implied, known });
  });
  const keys = apis.flatMap(({ spec }) => Object.entries(spec.apiKeys).flatMap(([name, { value }]) => {
    const key = value === undefined && !Object.hasOwn(own.apiKeys, name) ? apiKeyOf(name, stacks) : undefined;
    return key === undefined ? [] : [[name, key] as const];
  }));
  return {
    tokenValues,
    functionEnvironment: withVariables(own.functionEnvironment, variables),
    apiKeys: { ...Object.fromEntries(keys), ...own.apiKeys },
    fromStacks: [...new Set([...variables.map(({ fn, name }) => `function ${fn}, environment ${name}`), ...keys.map(([name]) => `API key ${name}`)])],
  };
}

function asTokens(exports: ReadStack['exports']): Record<string, string> {
  return Object.fromEntries(Object.entries(exports).map(([name, value]) => [`import:${name}`, value]));
}

interface Variable {
  readonly fn: string;
  readonly name: string;
  readonly value: string;
}

interface VariableSources extends KnownValues {
  readonly stacks: readonly ReadStack[];
  readonly known: Readonly<Record<string, string>>;
}

/** The deployed values of variables that contain what only a deployment knows. */
function variablesOf({ spec, deployedFunctions }: AssemblyApi, { stacks, own, implied, known }: VariableSources): Variable[] {
  return Object.entries({ ...implied?.deployedFunctions, ...deployedFunctions }).flatMap(([fn, { stack, logicalId, ...place }]) => {
    const deployed = deployedStack(stacks, { name: stack, ...place })?.variables[logicalId] ?? {};
    const variables = { ...own.functionEnvironment['*'], ...own.functionEnvironment[fn] };
    return Object.entries(spec.functions[fn]?.environment ?? {}).flatMap(([name, text]) => {
      const value = Object.hasOwn(deployed, name) && !Object.hasOwn(variables, name) && isOpen(text, known) ? deployed[name] : undefined;
      return value === undefined ? [] : [{ fn, name, value }];
    });
  });
}

function isOpen(text: string, known: Readonly<Record<string, string>>): boolean {
  return tokensIn(withReferences(text)).some((token) => !token.startsWith('AWS::') && !Object.hasOwn(known, token));
}

/** The value of a key by its name or logical id; none if stacks have several. */
function apiKeyOf(name: string, stacks: readonly ReadStack[]): string | undefined {
  const all = stacks.flatMap(({ apiKeys }) => Object.entries(apiKeys));
  const values = new Set(all.flatMap(([logicalId, key]) => (key.name === name || logicalId === name ? [key.value] : [])));
  return values.size === 1 ? [...values][0] : undefined;
}

function withVariables(environment: FunctionEnvironment, variables: readonly Variable[]): FunctionEnvironment {
  const all: Record<string, Readonly<Record<string, string>>> = { ...environment };
  for (const { fn, name, value } of variables) all[fn] = { [name]: value, ...all[fn] };
  return all;
}
