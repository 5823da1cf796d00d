import path from 'node:path';
import { newDirectory } from './temporary-directory';

/** Keeps the local authority of a file's tests in a directory of its own. Called at its top, before the first certificate. */
export function ownAuthority(): { readonly directory: string } {
  const data = newDirectory('synthgate-authority-');
  const before = process.env.XDG_DATA_HOME;
  beforeAll(() => {
    process.env.XDG_DATA_HOME = data;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.XDG_DATA_HOME;
    else process.env.XDG_DATA_HOME = before;
  });
  return { directory: path.join(data, 'synthgate', 'authority') };
}
