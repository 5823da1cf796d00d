import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withMocks, type MockedMethod } from '../../openapi';
import { readAssembly, type AssemblyApi } from '../../runtime';
import type { OpenSource } from '../../sources';
import { canonicalText, type GatewaySpec } from '../../spec';

/**
 * A copy of a source in which methods without a backend answer by their models. The copy is removed at the end of the process.
 * @param report - receives what `mockText` says, if it is not what it said before
 */
export async function mockedSource(opened: OpenSource, report: (text: string) => void): Promise<OpenSource> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-mock-'));
  process.once('exit', () => { rmSync(directory, { recursive: true, force: true }); });
  const assembly = path.join(directory, path.basename(opened.assembly));
  let reported = '';
  const copy = (): void => {
    copyAssembly(opened.assembly, assembly);
    const mocked = readAssembly(assembly).flatMap((api) => {
      const result = withMocks(withoutCode(api.spec, functionsWithoutCode(api)));
      if (result.spec !== api.spec) writeFileSync(api.file, canonicalText(result.spec));
      return result.mocked;
    });
    const text = mockText(mocked).join('');
    if (text !== reported && text !== '') report(text);
    reported = text;
  };
  copy();
  const files = (): readonly string[] => (opened.files().length > 0 ? opened.files() : [opened.assembly]);
  const refresh = async (): Promise<void> => {
    await opened.refresh();
    copy();
  };
  return { assembly, files, refresh };
}

/** A directory; or a spec with the code beside it. */
function copyAssembly(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  if (statSync(from).isDirectory()) return;
  for (const name of ['code.json', 'assets']) {
    const beside = path.join(path.dirname(from), name);
    if (existsSync(beside)) cpSync(beside, path.join(path.dirname(to), name), { recursive: true });
  }
}

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
