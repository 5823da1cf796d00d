import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Keeps the local authority of a test in a directory of its own. Before the first certificate; the end removes it. */
export function ownAuthority(): { readonly directory: string; readonly end: () => void } {
  const before = process.env.XDG_DATA_HOME;
  const data = mkdtempSync(path.join(tmpdir(), 'synthgate-authority-'));
  process.env.XDG_DATA_HOME = data;
  return {
    directory: path.join(data, 'synthgate', 'authority'),
    end: () => {
      if (before === undefined) delete process.env.XDG_DATA_HOME;
      else process.env.XDG_DATA_HOME = before;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
