import path from 'node:path';
import { findDotnet } from '../../../../../lib/runtime/functions/runtimes/dotnet/find-dotnet';
import { majorOfRuntime } from '../../../../../lib/runtime/functions/runtimes/search';
import { dotnetRoot } from '../../../../support/functions/dotnet-program';

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

test('the latest of the wanted version is taken, also from a .NET that comes later', async () => {
  const [first, second] = [dotnetRoot('71.0.1'), dotnetRoot('72.0.1', '72.0.9', '73.0.0')];
  Object.assign(process.env, { DOTNET_ROOT: first, PATH: second });
  expect(await findDotnet({ runtime: 'dotnet72' })).toEqual({ executable: path.join(second, 'dotnet'), version: '72.0.9', major: 72 });
  expect(await findDotnet({ runtime: 'dotnet71' })).toMatchObject({ version: '71.0.1' });
});

test('without it the next newer one is taken, or else the newest', async () => {
  Object.assign(process.env, { DOTNET_ROOT: dotnetRoot('91.0.0', '95.0.0', '93.0.0'), PATH: '' });
  expect([await findDotnet({ runtime: 'dotnet92' }), await findDotnet({ runtime: 'dotnet99' })]).toMatchObject([{ major: 93 }, { major: 95 }]);
});

test('a runtime names its version', () => {
  expect(['dotnet8', 'dotnet10', 'dotnet'].map(majorOfRuntime)).toEqual([8, 10, undefined]);
});
