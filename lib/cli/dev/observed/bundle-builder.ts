import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import { issueText } from '../../../errors';
import { filesOfErrors } from '../../../sources';
import {
  bundleFiles, digestOf, isBuildFailure, isInstalledAbove, withProvidedModules, type CodeFiles, type EntryBuildOptions, type EntryResult,
} from '../../../synth';
import type { CodeBuilder, FunctionBuild } from '../code-builder';
import type { Watched } from '../file-watcher';
import type { ObservedBundle } from './observed-code';

const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/** Bundles the entry of a CDK app's function with the app's options. Modules that Lambda or a layer provides come from the project. */
export class BundleBuilder implements CodeBuilder {
  #context: Esbuild.BuildContext<EntryBuildOptions> | undefined;
  #files: readonly string[];
  /** Packages that stay outside of the bundle, because they cannot be found or bundled here. */
  #outside: readonly string[] | undefined;

  /** @param isInspected - whether a debugger looks for the sources where they are edited */
  public constructor(
    private readonly source: ObservedBundle, private readonly esbuild: typeof Esbuild, private readonly isInspected = false,
  ) {
    this.#files = [source.command.entry];
  }

  public get inputs(): Watched {
    return { files: this.#files, directories: this.source.layers.map(({ directory }) => directory) };
  }

  public async build(): Promise<FunctionBuild> {
    try {
      return await this.#built(await this.#rebuild());
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      this.#files = [...new Set([...this.#files, ...filesOfErrors(error, this.source.directory)])];
      return { code: undefined, text: await this.#text(error.errors, 'error') };
    }
  }

  public async close(): Promise<void> {
    await this.#context?.dispose();
  }

  /** A package that an edit imports for the first time may have to stay outside, too. */
  async #rebuild(): Promise<EntryResult> {
    try {
      return await (await this.#open()).rebuild();
    } catch (error) {
      const outside = this.#outside;
      if (outside === undefined || !isBuildFailure(error)) throw error;
      const unbundled = error.errors.flatMap((message) => this.#packageOf(message) ?? []);
      const now = [...new Set([...await this.#findOutside(), ...unbundled])];
      if (now.every((name) => outside.includes(name))) throw error;
      await this.close();
      this.#context = undefined;
      this.#outside = now;
      return this.#rebuild();
    }
  }

  async #open(): Promise<Esbuild.BuildContext<EntryBuildOptions>> {
    this.#outside ??= await this.#findOutside();
    this.#context ??= await this.esbuild.context(this.#options(this.#outside));
    return this.#context;
  }

  /** Packages that the app leaves out, and that are not installed. */
  async #findOutside(): Promise<readonly string[]> {
    const { external = [] } = this.source.command.options;
    const { metafile } = await this.esbuild.build(this.#options(external));
    const { directory, command } = this.source;
    return packagesOutside(metafile).filter((name) => !isInstalledAbove([path.dirname(command.entry), directory], name));
  }

  /** The package that an error is in, if the app leaves it out. */
  #packageOf({ location }: Esbuild.Message): string | undefined {
    const name = PACKAGE.exec(location?.file.split('node_modules/').at(-1) ?? '')?.[0];
    return name !== undefined && location?.file.includes('node_modules/') === true && this.#isLeftOut(name) ? name : undefined;
  }

  #isLeftOut(name: string): boolean {
    const { external = [] } = this.source.command.options;
    return external.some((pattern) => pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))));
  }

  #options(outside: readonly string[]): EntryBuildOptions {
    const { command: { entry, output, options }, directory } = this.source;
    const { sourcemap, external = [] } = options;
    const isInside = sourcemap === 'inline' || sourcemap === 'both';
    return {
      ...options,
      entryPoints: [entry], absWorkingDir: directory, outfile: path.join(directory, output),
      bundle: true, write: false, metafile: true, allowOverwrite: true, logLevel: 'silent',
      external: [...external.filter((name) => !isPackage(name)), ...outside],
      // a stack shows the lines of the sources; who deploys without a map has none in AWS
      sourcemap: isInside && !this.isInspected ? sourcemap : 'linked',
      ...(this.isInspected ? { sourceRoot: `${pathToFileURL(directory).href}/` } : {}),
    };
  }

  async #built(result: EntryResult): Promise<FunctionBuild> {
    const { directory, handler } = this.source;
    this.#files = Object.keys(result.metafile.inputs).map((file) => path.resolve(directory, file));
    const { files, issues } = this.#withLayers(result);
    const warnings = await this.#text(result.warnings, 'warning');
    return { code: { digest: digestOf(files), files, handler }, text: [warnings, ...issues].filter((text) => text !== '').join('\n') };
  }

  #withLayers(result: EntryResult): { readonly files: CodeFiles; readonly issues: readonly string[] } {
    const { handler, layers, constructPath } = this.source;
    const files = bundleFiles(result);
    if (layers.length === 0 && packagesOutside(result.metafile).length === 0) return { files, issues: [] };
    const provided = withProvidedModules({ files, handler }, { directories: [], layers, constructPath }, () => this.esbuild);
    return { files: provided.files, issues: provided.issues.map(issueText) };
  }

  async #text(messages: Esbuild.Message[], kind: 'error' | 'warning'): Promise<string> {
    return (await this.esbuild.formatMessages(messages, { kind })).join('').trimEnd();
  }
}

function isPackage(name: string): boolean {
  return !/^[./]/.test(name) && !name.startsWith('*');
}

/** Names of the packages that a bundle imports when it runs. */
function packagesOutside({ outputs }: Esbuild.Metafile): readonly string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports).filter(({ external }) => external === true);
  const names = imports.filter(({ path: name }) => !isBuiltin(name)).map(({ path: name }) => PACKAGE.exec(name)?.[0] ?? name);
  return [...new Set(names)];
}
