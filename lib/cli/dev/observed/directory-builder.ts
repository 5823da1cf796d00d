import { GatewayError, issueOf, issueText } from '../../../errors';
import { functionCodeOf, programIn } from '../../../sources';
import { buildRoots } from '../../../synth';
import type { CodeBuilder, FunctionBuild } from '../code-builder';
import type { Watched } from '../file-watcher';
import type { ObservedDirectory } from './observed-code';

/** Takes a directory as the code of a function, again and again. */
export class DirectoryBuilder implements CodeBuilder {
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
