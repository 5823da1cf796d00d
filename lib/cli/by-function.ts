import { GatewayError } from '../errors';
import { readAssembly, type AssemblyApi, type FunctionPermissions } from '../runtime';
import { findFunction, functionLabel } from '../spec';
import type { FunctionEnvironment } from './function-environment';

/**
 * Returns what is given for functions by their names in the spec. They may be named by construct path, the end of it, or logical id. Names
 * that an assembly does not have are rejected: what is given for a misspelled one would have no effect.
 *
 * @param given - pairs of the name of a function, or `*` for all, and a value
 * @throws OPTION_NAME_UNKNOWN
 */
export function byFunction<Value>(
  given: readonly (readonly [string, Value])[], { option, source, merged }: FunctionOption<Value>,
): Record<string, Value> {
  const named = new Map<string, Value>();
  const functions = given.every(([name]) => name === '*') ? {} : functionsIn(source);
  for (const [name, value] of given) {
    const key = name === '*' ? name : specNameOf(name, functions, option);
    const before = named.get(key);
    named.set(key, before === undefined ? value : merged(before, value));
  }
  return Object.fromEntries(named);
}

interface FunctionOption<Value> {
  readonly option: string;
  /** The assembly. */
  readonly source: string;
  /** Joins the values for one function. */
  readonly merged: (before: Value, value: Value) => Value;
}

type KnownFunctions = AssemblyApi['spec']['functions'];

function functionsIn(source: string): KnownFunctions {
  return Object.assign({}, ...readAssembly(source).map(({ spec }) => spec.functions)) as KnownFunctions; // a merge of these
}

function specNameOf(given: string, functions: KnownFunctions, option: string): string {
  const name = findFunction(functions, given);
  if (name !== undefined) return name;
  const known = Object.keys(functions).map((known) => functionLabel(functions, known)).join(', ') || 'none';
  throw new GatewayError('OPTION_NAME_UNKNOWN', { what: 'function', given, known: `functions: ${known}` }, { location: option });
}

/** The variables of functions, by their names in the spec. @throws OPTION_NAME_UNKNOWN */
export function environmentByFunction(variables: FunctionEnvironment, source: string): FunctionEnvironment {
  return byFunction(Object.entries(variables), {
    option: '--env or --env-vars', source, merged: (before, value) => ({ ...before, ...value }),
  });
}

/** The permissions of functions, by their names in the spec. @throws OPTION_NAME_UNKNOWN */
export function permissionsByFunction(permissions: FunctionPermissions | undefined, source: string): FunctionPermissions | undefined {
  if (permissions === undefined) return undefined;
  return byFunction(Object.entries(permissions), { option: '--allow', source, merged: (before, value) => [...before, ...value] });
}
