import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { namesIn } from '../search';

const TOOL = 'amazon.lambda.testtool';

/** Names of AWS's client as a program: that of today, and that of older versions of the tool that has it. */
const PROGRAMS = ['Amazon.Lambda.RuntimeSupport.TestTool.dll', 'Amazon.Lambda.RuntimeSupport.dll'];

/** The command that installs the client. */
export const GET_CLIENT = `dotnet tool install -g ${TOOL}`;

/**
 * The program by which AWS calls a handler of a class library, as its own test tool for .NET brings it along: what NuGet has of that
 * name is a library. It is made for each version of .NET; one for an older version runs, too.
 * @param major - of the .NET that runs it
 * @see https://github.com/aws/aws-lambda-dotnet/tree/master/Tools/LambdaTestTool-v2
 */
export function runtimeSupport(major: number): string | undefined {
  const store = path.join(process.env['HOME'] ?? homedir(), '.dotnet', 'tools', '.store', TOOL);
  const versions = namesIn(store).map((version) => path.join(store, version, TOOL, version, 'content', 'Amazon.Lambda.RuntimeSupport'));
  const directories = versions.flatMap((directory) =>
    namesIn(directory).filter((name) => isFor(name, major)).map((name) => path.join(directory, name)));
  return directories.flatMap((directory) => PROGRAMS.map((name) => path.join(directory, name))).find((file) => existsSync(file));
}

/** `net8.0` is for .NET 8 and later. */
function isFor(framework: string, major: number): boolean {
  return Number(/^net(\d+)\.0$/.exec(framework)?.[1] ?? Infinity) <= major;
}
