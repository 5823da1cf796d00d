import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { OVER_RUNTIME_API, type Interpreter, type RuntimeKind, type Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { majorOfRuntime, namesIn, userReaching } from '../search';
import { findDotnet, installDotnet, type Dotnet } from './find-dotnet';

/**
 * Functions of .NET: executable assemblies, which bring a client of the Runtime API along, and class libraries, which AWS's client calls.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/csharp-handler.html
 */
export const DOTNET: RuntimeKind = {
  ...OVER_RUNTIME_API,
  residentMiB: 64,
  namesOtherVersion: true,
  installCommand: installDotnet,
  find: async (wanted) => interpreterOf(await findDotnet(wanted), wanted),
};

/** Restrictions that only Node's permission model enforces, and a limit that would need to be measured with a real .NET. */
const NOT_ENFORCED = ['.NET: what a function may read, write and start, and memory outside its heap below the limit of its resident memory'];

/** AWS's own test tool for .NET, which has the client. */
const TOOL = 'amazon.lambda.testtool';

/** Names of AWS's client as a program: that of today, and that of older versions of the tool. */
const CLIENTS = ['Amazon.Lambda.RuntimeSupport.TestTool.dll', 'Amazon.Lambda.RuntimeSupport.dll'];

function interpreterOf(dotnet: Dotnet, { runtime, codeDirectory }: Wanted): Interpreter {
  const { executable, version, major } = dotnet;
  const support = runtimeSupport(major);
  const isOtherVersion = runtime !== undefined && major !== majorOfRuntime(runtime);
  const rolling = isOtherVersion ? ['--roll-forward', 'Major'] : [];
  return {
    executable,
    directories: [path.dirname(executable), ...support === undefined ? [] : [path.dirname(support)]],
    title: `.NET ${version} (${executable})`,
    runtimeName: (fn) => fn.runtime ?? `dotnet${major}`,
    user: userReaching([executable, ...support === undefined ? [] : [path.dirname(support)]]),
    environment: ({ memoryMiB }) => ({
      DOTNET_ROOT: path.dirname(executable),
      // hexadecimal. @see https://learn.microsoft.com/en-us/dotnet/core/runtime-config/garbage-collector#heap-limit
      DOTNET_GCHeapHardLimit: `0x${(memoryMiB * 1024 * 1024).toString(16)}`,
    }),
    command: ({ handler = '' }) => {
      if (!handler.includes(':')) return executableCommand(codeDirectory, handler, [executable, 'exec', ...rolling]);
      if (support === undefined) {
        throw new RuntimeMissing({
          runtime: runtime ?? `dotnet${major}`, install: `dotnet tool install -g ${TOOL}`,
          lookedIn: 'the program that calls a handler of a class library (Amazon.Lambda.RuntimeSupport) is not installed; AWS\'s test tool has it',
        });
      }
      const [assembly = ''] = handler.split(':');
      const [dependencies, configuration] = ['deps.json', 'runtimeconfig.json'].map((extension) => fileOf(codeDirectory, assembly, extension));
      const files = ['--depsfile', dependencies ?? '', '--runtimeconfig', configuration ?? ''];
      return [executable, 'exec', ...rolling, ...files, support, handler];
    },
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
    isOtherVersion,
  };
}

/** An assembly that dotnet runs, or a program that runs by itself. Lambda says in these words that there is neither. */
function executableCommand(codeDirectory: string, handler: string, dotnet: readonly string[]): readonly string[] {
  const program = path.join(codeDirectory, handler);
  const assembly = handler.endsWith('.dll') ? program : `${program}.dll`;
  if (existsSync(assembly)) return [...dotnet, assembly];
  if (existsSync(program)) return [program];
  throw new Error(`executable assembly ${assembly} or binary ${program} not found`);
}

/** The file of the assembly, or the only one of its kind. */
function fileOf(codeDirectory: string, assembly: string, extension: string): string {
  const own = `${assembly}.${extension}`;
  const names = namesIn(codeDirectory).filter((name) => name.endsWith(`.${extension}`));
  const name = names.includes(own) ? own : names.length === 1 ? names[0] : undefined;
  if (name === undefined) throw new Error(`the code has no ${own}; for a class library, the project sets GenerateRuntimeConfigurationFiles to true`);
  return path.join(codeDirectory, name);
}

/**
 * The program by which AWS calls a handler of a class library: what NuGet has of that name is a library. It is made for each version of
 * .NET; one for an older version runs, too.
 * @param major - of the .NET that runs it
 * @see https://github.com/aws/aws-lambda-dotnet/tree/master/Tools/LambdaTestTool-v2
 */
function runtimeSupport(major: number): string | undefined {
  const store = path.join(process.env['HOME'] ?? homedir(), '.dotnet', 'tools', '.store', TOOL);
  const versions = namesIn(store).map((version) => path.join(store, version, TOOL, version, 'content', 'Amazon.Lambda.RuntimeSupport'));
  // `net8.0` is for .NET 8 and later
  const directories = versions.flatMap((directory) => namesIn(directory)
    .filter((name) => Number(/^net(\d+)\.0$/.exec(name)?.[1] ?? Infinity) <= major)
    .map((name) => path.join(directory, name)));
  return directories.flatMap((directory) => CLIENTS.map((name) => path.join(directory, name))).find((file) => existsSync(file));
}
