import { readFileSync } from 'node:fs';

/** Resident memory of a process in KiB; nothing where the system does not tell (only Linux does) or it has ended. */
export function residentKiB(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    // the kernel's own text, made while it is read: no disk is touched
    const kiB = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kiB === undefined ? undefined : Number(kiB);
  } catch {
    return undefined;
  }
}
