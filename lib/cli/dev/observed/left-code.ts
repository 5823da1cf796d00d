import path from 'node:path';
import { parse } from 'shell-quote';
import type { CodeSource } from '../../../importers';
import type { StagedSource, UnmadeBundle } from '../../observer/report';
import { readBundleCommand } from './bundle-command';
import { bundleAt } from './observation';
import type { ObservedCode } from './observed-code';

/** A bundle that only the app can make. */
export interface RefusedBundle {
  readonly bundle: UnmadeBundle;
  readonly reason: string;
}

type Layers = NonNullable<CodeSource['layers']>;
type Made = Pick<ObservedCode, 'handler' | 'layers' | 'family'>;

/** Decides which code of an app's functions is made here, while the app's cloud assembly is read. */
export class LeftCode {
  readonly #code: Record<string, ObservedCode> = {};
  readonly #refused: RefusedBundle[] = [];
  readonly #followed: string[] = [];
  #isComplete = true;

  /** @param sources - sources by their absolute paths in the cloud assembly @param environment - variables of the app */
  public constructor(private readonly sources: () => ReadonlyMap<string, StagedSource>, private readonly environment: NodeJS.ProcessEnv) {}

  public get code(): Readonly<Record<string, ObservedCode>> {
    return this.#code;
  }

  public get refused(): readonly RefusedBundle[] {
    return this.#refused;
  }

  /** Absolute paths of directories and files that the app must stage again when they change. */
  public get followed(): readonly string[] {
    return this.#followed;
  }

  public get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether the code of a function is made here: the app's own is not read then. */
  public readonly leave = (name: string, source: CodeSource): boolean => {
    const layers = this.#layersOf(source);
    const code = layers === undefined ? undefined : this.#codeOf(source, layers);
    if (code !== undefined) this.#code[name] = code;
    return code !== undefined;
  };

  /** Layers with their sources; undefined if there is one whose source is not known. */
  #layersOf({ layers = [] }: CodeSource): Layers | undefined {
    const known = layers.flatMap((layer) => {
      const bundle = bundleAt(layer.directory);
      if (bundle !== undefined) this.#refused.push({ bundle, reason: 'it is a layer' });
      const source = bundle === undefined ? this.#sourceOf(layer.directory) : undefined;
      return source === undefined ? [] : [{ ...layer, directory: source.source }];
    });
    return known.length === layers.length ? known : undefined;
  }

  #codeOf(source: CodeSource, layers: Layers): ObservedCode | undefined {
    switch (source.type) {
      case 'text': return this.#follow(layers.map(({ directory }) => directory)); // the text is in the template
      case 'archive':
      case 'entry': return this.#follow([this.#sourceOf(source.file)?.source ?? []].flat());
      // an edit of its build context runs the app, which stages the context anew
      case 'image': return this.#follow([source.imageBuild === undefined ? [] : this.#sourceOf(source.imageBuild.directory)?.source ?? []].flat());
      case 'directory': return this.#codeAt(source.directory, { handler: source.handler, layers, family: source.family });
    }
  }

  #codeAt(directory: string, made: Made): ObservedCode | undefined {
    const bundle = bundleAt(directory);
    if (bundle !== undefined) return this.#bundle(bundle, made);
    const source = this.#sourceOf(directory);
    if (source?.isWhole === true) return { type: 'directory', directory: source.source, ...made };
    return this.#follow([source?.source ?? [], made.layers.map((layer) => layer.directory)].flat());
  }

  #bundle(bundle: UnmadeBundle, made: Made): ObservedCode | undefined {
    // its packages are those of the project: in the bundle they would be for Lambda's system
    if (made.family === 'python') return { type: 'directory', directory: bundle.source, ...made };
    // a program for Lambda's system may not run on this
    const program = made.family === 'provided' ? goEntry(bundle.command, bundle.source) : undefined;
    if (program !== undefined) return { type: 'directory', directory: program, ...made };
    const reading = readBundleCommand(bundle.command, bundle.source, this.environment);
    if ('command' in reading) {
      return { type: 'bundle', command: reading.command, directory: bundle.source, constructPath: bundle.asset.replace(/\/Code$/, ''), ...made };
    }
    this.#refused.push({ bundle, reason: reading.reason });
    return undefined;
  }

  #sourceOf(staged: string): StagedSource | undefined {
    const source = this.sources().get(staged);
    if (source === undefined) this.#isComplete = false;
    return source;
  }

  #follow(files: readonly string[]): undefined {
    this.#followed.push(...files);
    return undefined;
  }
}

/** Flags that do not change what a program does, as `GoFunction` may be given them. */
const HARMLESS = /^(?:-trimpath|-tags[= ]lambda\.norpc|-ldflags[= ](?:-[sw] ?)+)$/;
/** Flags whose value may be a word of its own. */
const WITH_VALUE = ['-tags', '-ldflags'];

/**
 * The package that the command of a bundle builds, if that is one call of `go build`, as GoFunction makes it: it is built here for this
 * machine instead.
 * @param words - `bash`, `-c` and a script
 * @param source - absolute path of the directory with the module
 * @returns its absolute path; undefined for any other command
 * @see https://docs.aws.amazon.com/cdk/api/v2/docs/@aws-cdk_aws-lambda-go-alpha.GoFunction.html
 */
export function goEntry(words: readonly string[], source: string): string | undefined {
  const parsed = parse(words[2] ?? '');
  const texts = parsed.filter((word) => typeof word === 'string').filter((word) => word !== '');
  const [go, build, option, output, ...others] = texts.filter((word) => word !== '-mod=vendor'); // go sees the directory itself
  const entry = others.pop();
  const isOne = parsed.every((word) => typeof word === 'string') && go === 'go' && build === 'build';
  if (!isOne || option !== '-o' || output !== '/asset-output/bootstrap' || entry === undefined || !/^\.(?:\/|$)/.test(entry)) return undefined;
  // a file stands for the package that it is in
  const directory = path.join(source, entry.endsWith('.go') ? path.dirname(entry) : entry).replace(/(?<=.)\/$/, '');
  return flagsOf(others).every((flag) => HARMLESS.test(flag)) ? directory : undefined;
}

/** Flags with their values: `-tags lambda.norpc`. */
function flagsOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (WITH_VALUE.includes(words[index - 1] ?? '')) return [];
    return WITH_VALUE.includes(word) ? [`${word} ${words[index + 1] ?? ''}`] : [word];
  });
}
