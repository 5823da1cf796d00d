import { closeSync, openSync, readSync } from 'node:fs';

/* The heads of programs. A shell would run one of another system as a script, and fail at its first bytes. */

/** @see https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html */
const ELF = '\x7fELF';
/** Processors by their numbers in a program of Linux, and by Node's names. */
const ELF_MACHINES: Readonly<Record<number, string>> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64', 243: 'riscv64' };
const ELF_MACHINE_AT = 18;
/** The first four bytes of programs of macOS, for one processor or several. @see https://developer.apple.com/documentation/kernel/mach_header_64 */
const MACH_O = ['cffaedfe', 'cefaedfe', 'cafebabe'];
/** The same of Windows. */
const WINDOWS = 'MZ';

/** The system and processor that a program is for, if that is not this machine: `linux on arm64`. Scripts are for every machine. */
export function foreignProgram(file: string, { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): string | undefined {
  const head = headOf(file);
  const name = programName(head);
  const isHere = name === `${platform} on ${arch}` || (name === 'darwin' && platform === 'darwin') || (name === 'win32' && platform === 'win32');
  return isHere ? undefined : name;
}

function programName(head: Buffer): string | undefined {
  if (head.toString('latin1', 0, ELF.length) === ELF) {
    const machine = head.readUInt16LE(ELF_MACHINE_AT);
    return `linux on ${ELF_MACHINES[machine] ?? `processor ${machine}`}`;
  }
  if (MACH_O.includes(head.toString('hex', 0, 4))) return 'darwin';
  return head.toString('latin1', 0, WINDOWS.length) === WINDOWS ? 'win32' : undefined;
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(ELF_MACHINE_AT + 2);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head);
    return head;
  } finally {
    closeSync(descriptor);
  }
}
