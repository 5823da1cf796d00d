import type { RuntimeFamily } from '../spec';
import { dotnetCode, isDotnetProject } from './dotnet-code';
import type { CodeFiles } from './function-code';
import { javaCode, javaTool } from './java-code';

/** How the code of a family is taken whose functions run from what a tool has built. */
interface BuiltCode {
  readonly codeOf: (place: string) => string | CodeFiles;
  /** The name of the tool whose project a directory is; undefined if it is none. */
  readonly toolOf: (place: string) => string | undefined;
}

const BUILT: Partial<Record<RuntimeFamily, BuiltCode>> = {
  java: { codeOf: javaCode, toolOf: javaTool },
  dotnet: { codeOf: dotnetCode, toolOf: (place) => (isDotnetProject(place) ? '.NET' : undefined) },
};

/**
 * The code in a place: of a project whose language is compiled, what its tool has built; otherwise the place itself.
 * @throws FUNCTION_NOT_BUILT, SOURCE_UNREADABLE, FUNCTION_CODE_TOO_LARGE, FUNCTION_CODE_UNREADABLE
 */
export function builtCode(family: RuntimeFamily, place: string): string | CodeFiles {
  return BUILT[family]?.codeOf(place) ?? place;
}

/** The name of the tool that builds a directory into code that runs; undefined if the directory is the code. */
export function buildTool(family: RuntimeFamily, directory: string): string | undefined {
  return BUILT[family]?.toolOf(directory);
}

/** Whether the code of a family may be an archive on disk. */
export function takesArchive(family: RuntimeFamily): boolean {
  return BUILT[family] !== undefined;
}
