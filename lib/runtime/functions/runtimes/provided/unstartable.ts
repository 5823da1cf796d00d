import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';

/** More than the system reads of a first line. */
const HEAD_BYTES = 256;

/** How programs of the systems begin, and what those of Linux are for: e_machine of ELF. */
const ELF = '\x7fELF';
const MACH_O = ['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'];
const MACHINE_AT = 18;
const MACHINES: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };

/**
 * The reason why the system does not start a file, in Lambda's words and then in ours; undefined if it does. It is asked before the start:
 * there is a shell in between, which runs a file without a first line although Lambda refuses it.
 * @see https://man7.org/linux/man-pages/man2/execve.2.html
 */
export function unstartable(file: string, { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>): string | undefined {
  if (platform === 'win32') return undefined;
  const head = headOf(file);
  if (head.startsWith('#!')) return missingInterpreter(head);
  const system = systemOf(head);
  if (system === undefined) return `${FORMAT}: it is neither a program nor a script whose first line is #!/bin/sh or the like`;
  const isForHere = system === platform || system === `${platform} ${arch}` || (system.startsWith(`${platform} `) && hasEmulators());
  return isForHere ? undefined : `${FORMAT}: it is a program for ${system}, and this is ${platform} ${arch}; build it for this machine`;
}

/** Whether the system runs programs for other processors by emulating them. @see https://docs.kernel.org/admin-guide/binfmt-misc.html */
function hasEmulators(): boolean {
  const registered = '/proc/sys/fs/binfmt_misc';
  return existsSync(registered) && readdirSync(registered).some((name) => /^(?:qemu-|rosetta|fex)/i.test(name));
}

const FORMAT = 'exec format error';

function missingInterpreter(head: string): string | undefined {
  const [line = ''] = head.slice(2).split('\n');
  const [interpreter = ''] = line.trimStart().split(/[ \t]/);
  if (existsSync(interpreter)) return undefined;
  const hint = interpreter.endsWith('\r') ? ': lines end with \\r\\n, as on Windows, and have to end with \\n' : ', which is not here';
  return `no such file or directory: its first line names ${JSON.stringify(interpreter)}${hint}`;
}

/** The system, and where it is known the machine, that a program is for. */
function systemOf(head: string): string | undefined {
  if (MACH_O.some((magic) => head.startsWith(magic))) return 'darwin';
  if (head.startsWith('MZ')) return 'win32';
  if (!head.startsWith(ELF)) return undefined;
  const machine = MACHINES[head.charCodeAt(MACHINE_AT) + 256 * head.charCodeAt(MACHINE_AT + 1)];
  return machine === undefined ? 'linux' : `linux ${machine}`;
}

function headOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString('latin1', 0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}
