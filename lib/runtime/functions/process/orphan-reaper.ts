import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Reads `+ pid` and `- pid directory`, which ends what has left its group, as daemons do: all processes of an instance have its directory
 * in their environment. When its input ends, it kills the remaining process groups and removes their directory. Where the system does
 * not show environments as files, only groups are ended.
 */
const SCRIPT = `
root=\${1:?}
sweep() {
  # other paths may be in the environment of any program
  case $1 in "$root"|"$root"/?*) ;; *) return ;; esac
  for file in $(grep -lsF -e "$1/" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s KILL "\${file%/environ}" 2>/dev/null
  done
}
groups=" "
while read -r verb group directory; do
  case $verb in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }"; sweep "$directory" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
sweep "$root"
rm -rf -- "$root"
`;

/** A shell that outlives the gateway briefly: if that is killed, it kills the instances, which could otherwise run forever. */
export class OrphanReaper {
  #shell: ChildProcess | undefined;

  /** @param livenessFd - kept open until the last instance has been killed */
  public constructor(public readonly directory: string, livenessFd?: number) {
    if (process.platform === 'win32') return;
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', directory], {
      stdio: ['pipe', 'ignore', 'ignore', livenessFd ?? 'ignore'], detached: true, env: {},
    });
    const forget = () => {
      this.#shell = undefined;
    };
    shell.on('error', forget).on('exit', forget).unref();
    shell.stdin?.on('error', forget);
    this.#shell = shell;
  }

  public watch(group: number): void {
    this.#shell?.stdin?.write(`+ ${group}\n`);
  }

  /** Ends what is left of an instance whose own process has ended. @param directory - the instance's own */
  public forget(group: number, directory: string): void {
    this.#shell?.stdin?.write(`- ${group} ${directory}\n`);
  }

  /** Resolves when the shell has ended and the directory is gone. */
  public async close(): Promise<void> {
    const shell = this.#shell;
    if (shell === undefined) return;
    shell.ref();
    const ended = once(shell, 'exit');
    shell.stdin?.end();
    await ended;
  }
}
