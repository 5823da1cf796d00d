import { execFile } from 'node:child_process';

/** Enough for connection pools; a descriptor leak fails inside the function. */
const MAX_OPEN_FILES = 256;
/** One file of at most 512 MiB, in units of 512 bytes. */
const MAX_FILE_BLOCKS = 1_048_576;

/**
 * Under Linux's policy for batch work, a process that gets work waits until the running one is done with its own: the gateway hands over
 * all calls of a turn before a function takes the first. Interrupted at each, requests took 5 % more processor time. Where there is no
 * `chrt`, the lower priority alone has to do. It is the system's: a function with its own start has its own PATH, too.
 */
const YIELD = 'PATH=/usr/bin:/bin chrt -b -p 0 $$ >/dev/null 2>&1';

/**
 * Each `ulimit` is a command of its own: dash silently ignores all but the first of several in one. A refused one must not
 * write to the function's log; `unsettableLimits` reports it.
 */
const LIMITS = `
${YIELD}
ulimit -c 0 2>/dev/null
ulimit -n "$1" 2>/dev/null
ulimit -f "$2" 2>/dev/null
if [ -n "$3" ]; then ulimit -d "$3" 2>/dev/null; fi
shift 3
exec "$@"
`;

/** Prints the letters of the limits that cannot be set, each tried in its own shell. */
const PROBE = `
try() { (ulimit "$1" "$2") 2>/dev/null || printf '%s\\n' "$1"; }
try -c 0; try -n "$1"; try -f "$2"; if [ -n "$3" ]; then try -d "$3"; fi
`;

const NAMES: Readonly<Record<string, string>> = {
  '-c': 'no core dumps',
  '-n': `at most ${MAX_OPEN_FILES} open files`,
  '-f': `files of at most ${MAX_FILE_BLOCKS / 2048} MiB`,
  '-d': 'memory outside the JavaScript heap',
};

/** The command with the limits that the system enforces without further rights, and behind the gateway in the scheduler's order. */
export function withLimits(command: readonly string[], dataKiB: number | undefined): readonly string[] {
  if (process.platform === 'win32') return command;
  return ['/bin/sh', '-c', LIMITS, 'sh', ...values(dataKiB), ...command];
}

/** Limits that cannot be set, described: an existing lower limit of this process cannot be raised. */
export function unsettableLimits(dataKiB: number | undefined): Promise<readonly string[]> {
  if (process.platform === 'win32') return Promise.resolve([]); // reported together by notEnforced
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', PROBE, 'sh', ...values(dataKiB)], { env: {}, timeout: 10_000 }, (error, output) => {
      if (error === null) resolve(output.split('\n').flatMap((letter) => NAMES[letter] ?? []));
      else reject(error);
    });
  });
}

function values(dataKiB: number | undefined): readonly string[] {
  return [String(MAX_OPEN_FILES), String(MAX_FILE_BLOCKS), dataKiB === undefined ? '' : String(dataKiB)];
}
