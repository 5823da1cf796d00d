import { utimesSync } from 'node:fs';
import path from 'node:path';
import { dotnetCode } from '../../lib/synth/dotnet-code';
import { publishedFiles } from '../support/functions/dotnet-program';
import { newDirectory } from '../support/temporary-directory';

test('of a project, what was published last is taken', () => {
  const directory = publishedFiles(newDirectory(), 'Shop.csproj', 'bin/Debug/net8.0/publish/Shop.dll', 'bin/Release/net8.0/linux-x64/publish/Shop.dll');
  const release = path.join(directory, 'bin/Release/net8.0/linux-x64/publish');
  utimesSync(path.join(directory, 'bin/Debug/net8.0/publish'), 1, 1);
  expect(dotnetCode(directory)).toBe(release);
});

test('any other directory is taken as it is', () => {
  const directory = publishedFiles(newDirectory(), 'Shop.dll');
  expect(dotnetCode(directory)).toBe(directory);
});

test.each(['Shop.csproj', 'Shop.fsproj'])('FUNCTION_NOT_BUILT: a project (%s) that is not published names the command', (file) => {
  const directory = publishedFiles(newDirectory(), file, 'bin/Debug/net8.0/Shop.dll');
  const details = { path: directory, tool: '.NET', command: 'dotnet publish -c Release' };
  expect(() => dotnetCode(directory)).toThrow(expect.objectContaining({ code: 'FUNCTION_NOT_BUILT', details }));
});
