import type { FunctionSpec } from './function';

type NamedFunctions = Readonly<Record<string, Pick<FunctionSpec, 'constructPath' | 'logicalId'>>>;

/**
 * Returns the name that people know a function by: the construct path in its CDK app, if it has one.
 * @example functionLabel({ Pets118546E0: { constructPath: 'Shop/Pets' } }, 'Pets118546E0') // 'Shop/Pets'
 */
export function functionLabel(functions: NamedFunctions, name: string): string {
  return (Object.hasOwn(functions, name) ? functions[name]?.constructPath : undefined) ?? name;
}

/**
 * Finds a function by its name in the spec, its logical id, its construct path or the end of that path.
 * @returns its name in the spec; undefined if there is none, or several
 */
export function findFunction(functions: NamedFunctions, given: string): string | undefined {
  if (Object.hasOwn(functions, given)) return given;
  const namedBy = (matches: (fn: NamedFunctions[string]) => boolean): readonly string[] =>
    Object.entries(functions).filter(([, fn]) => matches(fn)).map(([name]) => name);
  const exact = namedBy(({ constructPath, logicalId }) => constructPath === given || logicalId === given);
  const [found, ...others] = exact.length > 0 ? exact : namedBy(({ constructPath }) => constructPath?.endsWith(`/${given}`) === true);
  return others.length === 0 ? found : undefined;
}
