import { openFilesLimit, requireOpenFiles } from '../../../lib/runtime/system/open-files';

test('OPEN_FILES_TOO_FEW names the limit, what is needed, and how to raise it', () => {
  expect(() => requireOpenFiles(63)).toThrow(expect.objectContaining({
    code: 'OPEN_FILES_TOO_FEW', message: '[OPEN_FILES_TOO_FEW] this process may have 63 files and connections open; a gateway needs at least 64',
  }));
  requireOpenFiles(64);
  requireOpenFiles(undefined);
});

test('a system that tells the limit tells more than is needed here', () => {
  expect(openFilesLimit() ?? Infinity).toBeGreaterThan(64);
});
