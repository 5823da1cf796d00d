import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { foreignProgram } from '../../../../../lib/runtime/functions/runtimes/provided/foreign-program';
import { newDirectory } from '../../../../support/temporary-directory';

function file(contents: Uint8Array | string): string {
  const name = path.join(newDirectory(), 'bootstrap');
  writeFileSync(name, contents);
  return name;
}

/** The head of a program of Linux. */
function elf(machine: number): Buffer {
  const head = Buffer.alloc(64);
  head.write('\x7fELF\x02\x01\x01', 'latin1');
  head.writeUInt16LE(machine, 18);
  return head;
}

const X64 = { platform: 'linux', arch: 'x64' } as const;
const MAC = { platform: 'darwin', arch: 'arm64' } as const;

test.each([
  ['a program of this processor', elf(62), X64, undefined], ['one for another', elf(183), X64, 'linux on arm64'],
  ['one of Linux on a Mac', elf(183), MAC, 'linux on arm64'], ['one for an unknown processor', elf(999), X64, 'linux on processor 999'],
  ['one of macOS', Buffer.from('cffaedfe0c000001', 'hex'), X64, 'darwin'], ['one of macOS there', Buffer.from('cffaedfe0c000001', 'hex'), MAC, undefined],
  ['one of Windows', 'MZ', X64, 'win32'], ['a script', '#!/bin/sh\n', MAC, undefined], ['nothing', '', X64, undefined],
])('%s', (_, contents, machine, expected) => {
  expect(foreignProgram(file(contents), machine)).toBe(expected);
});

test('the program that runs this test is none', () => {
  expect(foreignProgram(file(readFileSync(process.execPath).subarray(0, 64)))).toBeUndefined();
});
