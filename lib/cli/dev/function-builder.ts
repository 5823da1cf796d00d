import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import { filesOfErrors } from '../../sources';
import {
  bundleFiles, digestOf, entryBuildOptions, isBuildFailure, missingExport, needsModule,
  type BundleFormat, type EntryResult, type FunctionSource,
} from '../../synth';
import type { CodeBuilder, FunctionBuild } from './code-builder';
import type { Watched } from './file-watcher';

type Context = Awaited<ReturnType<typeof Esbuild.context<ReturnType<typeof entryBuildOptions>>>>;

/** Bundles the entry of one function again and again; only what changed is read. */
export class FunctionBuilder implements CodeBuilder {
  #commonJs: Context | undefined;
  #esModule: Context | undefined;
  #inputs: readonly string[];

  /** @param isInspected - whether a debugger looks for the sources where they are edited */
  public constructor(
    private readonly source: FunctionSource, private readonly esbuild: typeof Esbuild, private readonly isInspected = false,
  ) {
    this.#inputs = [source.entry];
  }

  public get inputs(): Watched {
    return { files: this.#inputs, directories: [] };
  }

  /** The same files as `synthgate synth` makes: CommonJS, or an ES module where the source needs one. */
  public async build(): Promise<FunctionBuild> {
    try {
      this.#commonJs ??= await this.esbuild.context(this.#options('cjs'));
      const result = await this.#commonJs.rebuild();
      return await (needsModule(result) ? this.#buildModule() : this.#built(result));
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      return this.#buildModule(error);
    }
  }

  public async close(): Promise<void> {
    await Promise.all([this.#commonJs?.dispose(), this.#esModule?.dispose()]);
  }

  #options(format: BundleFormat): ReturnType<typeof entryBuildOptions> {
    const options = entryBuildOptions(this.source, format);
    if (!this.isInspected) return options;
    return { ...options, sourcemap: 'linked', sourceRoot: `${pathToFileURL(this.source.projectDirectory).href}/` };
  }

  /** @param failure - why the source is not a CommonJS module: reported if it is not an ES module either */
  async #buildModule(failure?: Esbuild.BuildFailure): Promise<FunctionBuild> {
    try {
      this.#esModule ??= await this.esbuild.context(this.#options('esm'));
      return await this.#built(await this.#esModule.rebuild());
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      const reason = failure ?? error;
      this.#inputs = [...new Set([...this.#inputs, ...filesOfErrors(reason, this.source.projectDirectory)])];
      return { code: undefined, text: await this.#text(reason.errors, 'error') };
    }
  }

  async #built(result: EntryResult): Promise<FunctionBuild> {
    this.#inputs = Object.keys(result.metafile.inputs).map((file) => path.resolve(this.source.projectDirectory, file));
    const { handler, constructPath } = this.source;
    const [missing] = missingExport(result, handler, constructPath);
    if (missing !== undefined) return { code: undefined, text: `${missing.message}\n    ${missing.help}`, errorCode: missing.code };
    const files = bundleFiles(result);
    return { code: { digest: digestOf(files), files, handler }, text: await this.#text(result.warnings, 'warning') };
  }

  async #text(messages: Esbuild.Message[], kind: 'error' | 'warning'): Promise<string> {
    return (await this.esbuild.formatMessages(messages, { kind })).join('').trimEnd();
  }
}
