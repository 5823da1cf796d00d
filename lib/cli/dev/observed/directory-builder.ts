import { GatewayError, issueOf, issueText } from '../../../errors';
import { functionCodeOf, programIn } from '../../../sources';
import type { CodeBuilder, FunctionBuild } from '../code-builder';
import type { Watched } from '../file-watcher';
import type { ObservedDirectory } from './observed-code';

/** Takes a directory as the code of a function, again and again. */
export class DirectoryBuilder implements CodeBuilder {
  public constructor(private readonly name: string, private readonly source: ObservedDirectory) {}

  public get inputs(): Watched {
    const root = programIn(this.source)?.root ?? this.source.directory;
    return { files: [], directories: [root, ...this.source.layers.map(({ directory }) => directory)] };
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
