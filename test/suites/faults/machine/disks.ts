// Small disks under a gateway, which can be filled and emptied and made read-only. They are mounted in a namespace of its own, so
// that nothing is left of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DISKS, type DiskName } from './disk-names';

/** Large enough for a soak; functions' code is in the temporary files. */
const SIZES: Readonly<Record<DiskName, string>> = { log: '48m', state: '16m', access: '16m', tmp: '24m' };
const MOUNT = `root=$1; shift
${DISKS.map((name) => `mount -t tmpfs -o size=${SIZES[name]},mode=0755 none "$root/${name}" || exit 97`).join('\n')}`;
const REDIRECT = 'exec "$@" >"$root/log/gateway.log"';

export interface Disks {
  /** Whether they can be filled: a system may refuse to mount them. */
  readonly areMounted: boolean;
  /** The command line that runs another one on them, with its output on the disk of the log. */
  readonly commandOn: (line: readonly string[]) => readonly string[];
  /** Returns the disks as the gateway sees them. @param pid - of the gateway */
  readonly seenBy: (pid: number) => DisksOf;
}

/** The disks of a gateway that runs. */
export interface DisksOf {
  readonly path: (disk: DiskName, ...names: string[]) => string;
  readonly fill: (disk: DiskName) => void;
  readonly makeReadOnly: (disk: DiskName) => void;
  /** Undoes both. */
  readonly restore: (disk: DiskName) => void;
}

/** @param root - an empty directory */
export function createDisks(root: string): Disks {
  for (const name of DISKS) mkdirSync(path.join(root, name), { recursive: true });
  return canMount(root) ? mounted(root) : missing(root);
}

function canMount(root: string): boolean {
  return process.platform === 'linux' && spawnSync('unshare', ['-m', 'sh', '-c', `${MOUNT}\nnsenter --version`, 'sh', root]).status === 0;
}

function mounted(root: string): Disks {
  return {
    areMounted: true,
    commandOn: (line) => ['unshare', '-m', 'sh', '-c', `${MOUNT}\n${REDIRECT}`, 'sh', root, ...line],
    seenBy: (pid) => {
      const pathOf: DisksOf['path'] = (disk, ...names) => path.join('/proc', String(pid), 'root', root, disk, ...names);
      const remount = (disk: DiskName, mode: string): void => {
        const { status, stderr } = spawnSync('nsenter', ['-t', String(pid), '-m', 'mount', '-o', `remount,${mode}`, path.join(root, disk)], { encoding: 'utf8' });
        if (status !== 0) throw new Error(`${disk} cannot be mounted ${mode}: ${stderr}`);
      };
      return {
        path: pathOf,
        fill: (disk) => fillUp(pathOf(disk, 'ballast')),
        makeReadOnly: (disk) => remount(disk, 'ro'),
        restore: (disk) => {
          remount(disk, 'rw');
          rmSync(pathOf(disk, 'ballast'), { force: true });
        },
      };
    },
  };
}

/** Writes until nothing more is taken. */
function fillUp(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(64 * 1024 * 1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error; // what writing throws
    return;
  }
  throw new Error(`${file} has not filled its disk`);
}

function missing(root: string): Disks {
  const refuse = (): never => { throw new Error('there are no small disks here'); };
  return {
    areMounted: false,
    commandOn: (line) => ['sh', '-c', `root=$1; shift\n${REDIRECT}`, 'sh', root, ...line],
    seenBy: () => ({ path: (disk, ...names) => path.join(root, disk, ...names), fill: refuse, makeReadOnly: refuse, restore: refuse }),
  };
}
