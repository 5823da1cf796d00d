import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Interpreter, RuntimeKind, Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { namesIn, userReaching } from '../search';
import { findDotnet, installDotnet, majorOfRuntime, type Dotnet } from './find-dotnet';
import { GET_CLIENT, runtimeSupport } from './runtime-support';

/**
 * Functions of .NET: executable assemblies, which bring a client of the Runtime API along, and class libraries, which AWS's client calls.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/csharp-handler.html
 */
export const DOTNET: RuntimeKind = {
  wire: 'runtime-api',
  buildsEvents: false,
  residentMiB: 64,
  readAtStart: /(?!)/,
  readsOwnCodeOnly: false,
  namesOtherVersion: true,
  runsInThreads: false,
  installCommand: installDotnet,
  find: async (wanted) => interpreterOf(await findDotnet(wanted), wanted),
};

/** Restrictions that only Node's permission model enforces, and a limit that would need to be measured with a real .NET. */
const NOT_ENFORCED = ['.NET: what a function may read, write and start, and memory outside its heap below the limit of its resident memory'];

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
      if (support === undefined) throw clientMissing(runtime ?? `dotnet${major}`);
      const [assembly = ''] = handler.split(':');
      const [dependencies, configuration] = ['deps.json', 'runtimeconfig.json'].map((extension) => fileOf(codeDirectory, assembly, extension));
      const files = ['--depsfile', dependencies ?? '', '--runtimeconfig', configuration ?? ''];
      return [executable, 'exec', ...rolling, ...files, support, handler];
    },
    assignment: () => ({}),
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

function clientMissing(runtime: string): RuntimeMissing {
  return new RuntimeMissing({
    runtime, install: GET_CLIENT,
    lookedIn: 'the program that calls a handler of a class library (Amazon.Lambda.RuntimeSupport) is not installed; AWS\'s test tool has it',
  });
}
