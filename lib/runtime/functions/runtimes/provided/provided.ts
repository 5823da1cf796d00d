import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { OVER_RUNTIME_API, type Interpreter, type RuntimeKind } from '../runtime-kind';
import { userReaching } from '../search';
import { unstartable } from './unstartable';

/**
 * Functions with a custom runtime: the executable `bootstrap` of their code, or of a layer, brings a client of the Runtime API along.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-custom.html
 */
export const PROVIDED: RuntimeKind = {
  ...OVER_RUNTIME_API,
  residentMiB: 16,
  namesOtherVersion: false,
  installCommand: () => '',
  find: ({ codeDirectory }) => Promise.resolve(codeDirectory).then(interpreterOf),
};

/** Private memory that a runtime may take besides the function's: Go reserves 64 MiB at its start. */
const DATA_KIB = 64 * 1024;

/** Restrictions that only Node's permission model enforces. */
const NOT_ENFORCED = ['custom runtimes: what a function may read, write and start'];

function interpreterOf(codeDirectory: string): Interpreter {
  const executable = [path.join(codeDirectory, 'bootstrap'), path.join(codeDirectory, '.opt', 'bootstrap')].find(isExecutable);
  // Lambda's own words
  if (executable === undefined) throw new Error("Runtime.InvalidEntrypoint: Couldn't find valid bootstrap(s): [/var/task/bootstrap /opt/bootstrap]");
  const reason = unstartable(executable, process);
  const place = path.dirname(executable) === codeDirectory ? '/var/task' : '/opt';
  if (reason !== undefined) throw new Error(`Runtime.InvalidEntrypoint: fork/exec ${place}/bootstrap: ${reason}`);
  return {
    executable,
    directories: [],
    title: executable,
    runtimeName: () => undefined,
    user: userReaching([path.dirname(executable)]),
    dataKiB: process.platform === 'linux' ? DATA_KIB : undefined,
    command: () => [executable],
    isOtherVersion: false,
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
