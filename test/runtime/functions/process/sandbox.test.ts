import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sandboxed, whyNoSandbox } from '../../../../lib/runtime/functions/process/sandbox';
import { newDirectory } from '../../../support/temporary-directory';

/** The lines that a command writes in a sandbox; undefined where the kernel or a container forbids sandboxes. */
async function linesOf(command: readonly string[], code: Readonly<Record<string, string>> = {}): Promise<readonly string[] | undefined> {
  if (await whyNoSandbox(undefined) !== undefined) return undefined;
  const [codeDirectory, scratchDirectory] = [newDirectory(), newDirectory()];
  for (const [name, text] of Object.entries(code)) {
    mkdirSync(path.dirname(path.join(codeDirectory, name)), { recursive: true });
    writeFileSync(path.join(codeDirectory, name), text);
  }
  const [program = '', ...parameters] = sandboxed(command, { codeDirectory, scratchDirectory, readable: [] });
  return execFileSync(program, parameters, { encoding: 'utf8', cwd: '/' }).trim().split('\n');
}

/** Compares, where there are sandboxes. */
function expectLines(lines: readonly string[] | undefined, expected: readonly string[]): void {
  expect(lines ?? expected).toEqual(expected);
}

test('a project in a directory of the system is not seen', async () => {
  const directory = jest.spyOn(process, 'cwd').mockReturnValue('/usr/share');
  try {
    expectLines(await linesOf(['/bin/sh', '-c', 'ls -A /usr/share; echo end; ls -d /usr/bin']), ['end', '/usr/bin']);
  } finally {
    directory.mockRestore();
  }
});

test('a program that a link elsewhere leads to is found', async () => {
  const link = path.join(newDirectory(), 'shell');
  symlinkSync(realpathSync('/bin/sh'), link);
  expectLines(await linesOf([link, '-c', 'readlink "$0"', link]), [realpathSync('/bin/sh')]);
});

test('layers are in /opt', async () => {
  const code = { '.opt/python/tools.py': '', '.opt/bin/tool': '', 'app.py': '' };
  expectLines(await linesOf(['/bin/sh', '-c', 'cd /opt; echo *; cd /var/task; echo *'], code), ['bin python', 'app.py']);
});

test('names are looked up with the list of name servers of this machine', async () => {
  expectLines(await linesOf(['/bin/sh', '-c', 'test -r /etc/resolv.conf && echo read']), ['read']);
});
