import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withMocks, type MockedMethod } from '../../openapi';
import { canonicalText, functionReferences } from '../../spec';
import { sourceMember, writeFiles, type FunctionCode } from '../../synth';
import type { Definition } from './app-runner';
import type { FunctionBuilds, Problem } from './function-builds';
import { functionsWithoutCode, mockText, withoutCode } from './mocked-source';

/** The directory that is served: the definition as last written, with the code of its functions. */
export class BuildOutput {
  #definition: Definition | undefined;
  /** Functions without code in the output. */
  #unavailable: readonly string[] = [];
  /** Functions that what is served calls. */
  #called: ReadonlySet<string> = new Set();

  /** @param directory - absolute; it is replaced @param mocks - whether methods of functions that cannot be built answer by their models */
  public constructor(private readonly directory: string, private readonly mocks: boolean) {}

  public get definition(): Definition | undefined {
    return this.#definition;
  }

  public get unavailable(): readonly string[] {
    return this.#unavailable;
  }

  public isCalled(name: string): boolean {
    return this.#called.has(name);
  }

  /** Writes what changed. @returns lines for the log; undefined if what is served well would be replaced by less */
  public write(definition: Definition, builds: FunctionBuilds, names: readonly string[]): readonly string[] | undefined {
    const { code, unwritten } = builds;
    const missing = names.filter((name) => !code.has(name));
    const isLess = this.#definition !== undefined && missing.some((name) => !this.#unavailable.includes(name));
    if (isLess && !this.mocks) return undefined;
    const isNew = definition !== this.#definition || missing.join() !== this.#unavailable.join();
    const reasons = Object.fromEntries(missing.map((name) => [name, reasonOf(builds.problemOf(name))]));
    const notes = isNew ? mockText(this.#writeDefinition(definition, names, reasons)) : [];
    for (const name of isNew ? names : unwritten) this.#writeCode(name, code.get(name));
    this.#writeCodeFile(definition, missing, code);
    builds.written();
    this.#definition = definition;
    this.#unavailable = missing;
    return notes;
  }

  /** Functions that cannot be built say so in the definition: their methods answer 501, or by their models; their authorizers refuse. */
  #writeDefinition(
    { directory, apis }: Definition, names: readonly string[], reasons: Readonly<Record<string, string>>,
  ): readonly MockedMethod[] {
    rmSync(this.directory, { recursive: true, force: true });
    cpSync(directory, this.directory, { recursive: true });
    const served = apis.map((api) => {
      const spec = withoutCode(api.spec, this.mocks ? { ...functionsWithoutCode(api, names), ...reasons } : reasons);
      return { api, ...(this.mocks ? withMocks(spec) : { spec, mocked: [] }) };
    });
    for (const { api, spec } of served) {
      if (spec !== api.spec) writeFileSync(path.join(this.directory, path.relative(directory, api.file)), canonicalText(spec));
    }
    this.#called = new Set(served.flatMap(({ spec }) => [...functionReferences(spec)]));
    return served.flatMap(({ mocked }) => mocked);
  }

  /** The gateway runs copies of the code, so only the last needs to be here. */
  #writeCode(name: string, code: FunctionCode | undefined): void {
    if (code === undefined) return;
    const directory = path.join(this.directory, assetOf(name));
    rmSync(directory, { recursive: true, force: true });
    writeFiles(directory, code.files);
  }

  #writeCodeFile({ directory }: Definition, missing: readonly string[], code: ReadonlyMap<string, FunctionCode>): void {
    const file = path.join(directory, 'code.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as { readonly functions: Readonly<Record<string, unknown>> }; // by our own synthesis
    const bundled = [...code].map(([name, { digest, handler, sourceDirectory }]) => [
      name, { asset: assetOf(name), digest, handler, ...sourceMember(this.directory, sourceDirectory) },
    ]);
    const fresh = path.join(this.directory, 'code.json.new');
    const functions = Object.entries(written.functions).filter(([name]) => !missing.includes(name));
    writeFileSync(fresh, JSON.stringify({ functions: Object.fromEntries([...functions, ...bundled]) }));
    renameSync(fresh, path.join(this.directory, 'code.json'));
  }
}

/** The first error of a function, in a line. */
function reasonOf(problem: Problem | undefined): string {
  const { text = '', code = '' } = problem ?? {};
  const [message = ''] = text.split('\n');
  const [, location] = /^\s*(\S+:\d+:\d+):$/m.exec(text) ?? [];
  return `${location === undefined ? '' : `${location}: `}${message.replace(/^.*\[ERROR\] /, '')} [${code}]`;
}

/** Where the code of a function is in the output. */
function assetOf(name: string): string {
  return `assets/dev.${name}`;
}
