import { GatewayError, issueOf, issueText } from '../../errors';
import { functionCodeOf, programIn } from '../../sources';
import { buildRoots, type FunctionSources } from '../../synth';
import { loadEsbuild } from '../bundle-app';
import type { CodeBuilder, FunctionBuild } from './code-builder';
import type { Watched } from './file-watcher';
import { FunctionBuilder } from './function-builder';
import { BundleBuilder } from './observed/bundle-builder';
import type { ObservedCode, ObservedDirectory } from './observed/observed-code';

/** The code of one function that is made here. */
export interface CodePlan {
  readonly name: string;
  /** Text that differs if the code is made otherwise. */
  readonly key: string;
  readonly open: () => CodeBuilder;
}

/** The code of functions that is made here: of our constructs and of the CDK's. */
export function codePlans(
  { entries, programs = {} }: FunctionSources, observed: Readonly<Record<string, ObservedCode>>, isInspected: boolean,
): CodePlan[] {
  const plan = (name: string, source: unknown, open: () => CodeBuilder): CodePlan => ({ name, key: JSON.stringify(source), open });
  return [
    ...Object.entries(entries).map(([name, source]) =>
      plan(name, source, () => new FunctionBuilder(source, loadEsbuild(source.entry), isInspected))),
    ...Object.entries(programs).map(([name, source]) =>
      plan(name, source, () => new DirectoryBuilder(name, { type: 'directory', family: 'provided', ...source }))),
    ...Object.entries(observed).map(([name, code]) => plan(name, code, () => builderOf(name, code, isInspected))),
  ];
}

function builderOf(name: string, code: ObservedCode, isInspected: boolean): CodeBuilder {
  return code.type === 'directory'
    ? new DirectoryBuilder(name, code)
    : new BundleBuilder(code, loadEsbuild(code.command.entry), isInspected);
}

/** Takes a directory as the code of a function, again and again. */
class DirectoryBuilder implements CodeBuilder {
  public constructor(private readonly name: string, private readonly source: ObservedDirectory) {}

  public get inputs(): Watched {
    const build = programIn(this.source);
    const { files, directories } = build === undefined ? { files: [], directories: [this.source.directory] } : buildRoots(build);
    return { files, directories: [...directories, ...this.source.layers.map(({ directory }) => directory)] };
  }

  public async build(): Promise<FunctionBuild> {
    try {
      const { code, issues } = await functionCodeOf(this.name, this.source);
      return { code, text: issues.map(issueText).join('\n') };
    } catch (error) {
      if (!GatewayError.isGatewayError(error)) throw error;
      return { code: undefined, text: issueOf(error).message, errorCode: error.code };
    }
  }

  public close(): Promise<void> {
    return Promise.resolve();
  }
}
