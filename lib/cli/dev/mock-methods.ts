import type { MockedMethod } from '../../openapi';
import type { AssemblyApi } from '../../runtime';
import type { GatewaySpec } from '../../spec';

/** A spec whose functions without code are unavailable. */
export function withoutCode(spec: GatewaySpec, reasons: Readonly<Record<string, string>>): GatewaySpec {
  const names = Object.keys(reasons).filter((name) => Object.hasOwn(spec.functions, name));
  if (names.length === 0) return spec;
  const unavailable = names.map((name) => [name, { ...spec.functions[name], unavailable: reasons[name] }]);
  // the same names, with a member of a function more
  return { ...spec, functions: { ...spec.functions, ...Object.fromEntries(unavailable) as GatewaySpec['functions'] } };
}

/** Functions of an assembly that have no code in it. @param made - names of those whose code is made elsewhere */
export function functionsWithoutCode({ spec, code }: AssemblyApi, made: readonly string[] = []): Record<string, string> {
  const absent = Object.entries(spec.functions).filter(([name, { external, unavailable }]) =>
    external === undefined && unavailable === undefined && !Object.hasOwn(code, name) && !made.includes(name));
  return Object.fromEntries(absent.map(([name]) => [name, 'it has no code here']));
}

/** A line for the log, with the methods whose answers are made up; none without any. */
export function mockText(mocked: readonly MockedMethod[]): string[] {
  if (mocked.length === 0) return [];
  const names = mocked.map(({ httpMethod, path, source }) => `\n  ${httpMethod} ${path} (${source})`);
  const methods = mocked.length === 1 ? '1 method that has' : `${mocked.length} methods that have`;
  return [`--mock answers ${methods} no backend here${names.join('')}`];
}
