import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unstartable } from '../../../../../lib/runtime/functions/runtimes/provided/unstartable';
import { newDirectory } from '../../../../support/temporary-directory';

function file(contents: Uint8Array | string): string {
  const name = path.join(newDirectory(), 'bootstrap');
  writeFileSync(name, contents);
  return name;
}

const X64 = { platform: 'linux', arch: 'x64' } as const;
const MAC = { platform: 'darwin', arch: 'arm64' } as const;
const MACH_O = Buffer.from('cffaedfe0c000001', 'hex');

test.each([
  ['a script', '#!/bin/sh\n', X64], ['a program of macOS there', MACH_O, MAC], ['anything on Windows', 'x', { platform: 'win32', arch: 'x64' } as const],
  ['the program that runs this test', readFileSync(process.execPath).subarray(0, 64), process],
])('%s starts', (_, contents, machine) => {
  expect(unstartable(file(contents), machine)).toBeUndefined();
});

test.each([
  ['a script without a first line', 'exec true\n', X64, 'it is neither a program nor a script'], ['a program of macOS', MACH_O, X64, 'it is a program for darwin'],
  ['one of Windows', 'MZ', MAC, 'it is a program for win32'], ['a script from Windows', '#!/bin/sh\r\n', X64, 'lines end with \\r\\n'],
])('%s does not', (_, contents, machine, reason) => {
  expect(unstartable(file(contents), machine)).toContain(reason);
});
