import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withMocks } from '../../openapi';
import { readAssembly } from '../../runtime';
import type { OpenSource } from '../../sources';
import { canonicalText } from '../../spec';
import { functionsWithoutCode, mockText, withoutCode } from './mock-methods';

/**
 * A copy of a source in which methods without a backend answer by their models. The copy is removed at the end of the process.
 * @param report - receives what `mockText` says, if it is not what it said before
 */
export async function mockedSource(opened: OpenSource, report: (text: string) => void): Promise<OpenSource> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-mock-'));
  process.once('exit', () => { rmSync(directory, { recursive: true, force: true }); });
  const assembly = path.join(directory, path.basename(opened.assembly));
  let reported = '';
  const copy = (): void => {
    copyAssembly(opened.assembly, assembly);
    const mocked = readAssembly(assembly).flatMap((api) => {
      const result = withMocks(withoutCode(api.spec, functionsWithoutCode(api)));
      if (result.spec !== api.spec) writeFileSync(api.file, canonicalText(result.spec));
      return result.mocked;
    });
    const text = mockText(mocked).join('');
    if (text !== reported && text !== '') report(text);
    reported = text;
  };
  copy();
  const files = (): readonly string[] => (opened.files().length > 0 ? opened.files() : [opened.assembly]);
  const refresh = async (): Promise<void> => {
    await opened.refresh();
    copy();
  };
  return { assembly, files, refresh };
}

/** A directory; or a spec with the code beside it. */
function copyAssembly(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  if (statSync(from).isDirectory()) return;
  for (const name of ['code.json', 'assets']) {
    const beside = path.join(path.dirname(from), name);
    if (existsSync(beside)) cpSync(beside, path.join(path.dirname(to), name), { recursive: true });
  }
}
