import path from 'node:path';
import { OVER_RUNTIME_API, type Interpreter, type RuntimeKind, type Wanted } from '../runtime-kind';
import { majorOfRuntime, userReaching } from '../search';
import { CLIENT, classPathOf } from './class-path';
import { findJava, installJava, type Java } from './find-java';
import { LIBRARY_PROPERTY, nativeLibrary } from './native-library';

/** Functions of Java: in a Java of this machine, with AWS's client of the Runtime API. @see https://github.com/aws/aws-lambda-java-libs */
export const JAVA: RuntimeKind = {
  ...OVER_RUNTIME_API,
  residentMiB: 64,
  namesOtherVersion: true,
  installCommand: installJava,
  find: async (wanted) => interpreterOf(await findJava(wanted), wanted),
};

/** Private memory that Java takes besides the function's, as `ulimit -d` counts it: stacks, compiled code, classes. */
const DATA_KIB = 256 * 1024;

/** Restrictions that only Node's permission model enforces. */
const NOT_ENFORCED = ['Java: what a function may read, write and start'];

/**
 * The choices of Lambda: one collector thread, and the compiler that starts fast. JAVA_TOOL_OPTIONS of the function add to them, and
 * change none of them. @see https://docs.aws.amazon.com/lambda/latest/dg/java-customization.html
 */
const OPTIONS = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:MaxRAMPercentage=85'];

function interpreterOf(java: Java, { runtime, codeDirectory }: Wanted): Interpreter {
  const { executable, version, major, home } = java;
  const { entries, client, cached } = classPathOf(codeDirectory, runtime ?? `java${major}`);
  return {
    executable,
    directories: [home, ...cached],
    title: `Java ${version} (${executable})`,
    runtimeName: (fn) => fn.runtime ?? `java${major}`,
    user: userReaching([executable, ...cached.map((file) => path.dirname(file))]),
    dataKiB: process.platform === 'linux' ? DATA_KIB : undefined,
    library: nativeLibrary(client),
    command: ({ memoryMiB, handler = '', scratchDirectory, bootstrapFile: library }) => [
      executable, ...OPTIONS, `-XX:MaxRAM=${memoryMiB}m`, `-Djava.io.tmpdir=${scratchDirectory}`,
      ...library === '' ? [] : [`-D${LIBRARY_PROPERTY}=${library}`],
      '-cp', entries.join(path.delimiter), CLIENT, handler,
    ],
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
    isOtherVersion: runtime !== undefined && major !== majorOfRuntime(runtime),
  };
}
