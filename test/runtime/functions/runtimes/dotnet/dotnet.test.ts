import path from 'node:path';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import { clientIn, dotnetRoot, homeWithTool, publishedFiles } from '../../../../support/functions/dotnet-program';
import { closeAll, fixture, startEngine, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

const before = { ...process.env };
afterEach(async () => {
  await closeAll();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

function useMachine(root: string, home = homeWithTool('net8.0')): void {
  Object.assign(process.env, { DOTNET_ROOT: root, HOME: home, PATH: '' });
}

function dotnet(handler: string, files: readonly string[], settings: Partial<FunctionVersion> = {}): FunctionVersion {
  const codeDirectory = publishedFiles(newDirectory(), ...files);
  return fixture(handler, { codeDirectory, runtime: 'dotnet8', key: codeDirectory, ...settings });
}

const LIBRARY = ['Shop.dll', 'Shop.deps.json', 'Shop.runtimeconfig.json'];
const HANDLER = 'Shop::Shop.Pets::Handle';

function errorOf(outcome: InvocationOutcome): string {
  return outcome.type === 'failed' ? `${outcome.code}: ${outcome.reason}` : JSON.stringify(outcome);
}

test('a handler of a class library is called by AWS\'s client, with the files and the framework of its assembly', async () => {
  const root = dotnetRoot('8.0.3', '8.0.11', '9.0.0');
  const home = homeWithTool('net8.0', 'net10.0');
  useMachine(root, home);
  const { call, entries } = startEngine();
  const pets = dotnet(HANDLER, [...LIBRARY, 'Other.deps.json', 'Other.runtimeconfig.json'], { memoryMiB: 512 });
  const at = (name: string): string => path.join(pets.codeDirectory, name);
  expect(valueOf(await call(pets))).toEqual({
    options: { '--depsfile': at('Shop.deps.json'), '--runtimeconfig': at('Shop.runtimeconfig.json') },
    assembly: clientIn(home, 'net8.0'), handler: HANDLER, cwd: pets.codeDirectory,
    DOTNET_ROOT: root, DOTNET_GCHeapHardLimit: '0x20000000', AWS_EXECUTION_ENV: 'AWS_Lambda_dotnet8',
  });
  expect(entries.filter(({ code }) => code === 'FUNCTION_RUNTIME_DIFFERS')).toEqual([]);
});

test('files of another name count if there are no others', async () => {
  useMachine(dotnetRoot('8.0.11'));
  const { call } = startEngine();
  const pets = dotnet(HANDLER, ['Shop.dll', 'Main.deps.json', 'Main.runtimeconfig.json']);
  expect(valueOf(await call(pets))).toMatchObject({ options: { '--depsfile': path.join(pets.codeDirectory, 'Main.deps.json') } });
  const reason = /^FUNCTION_INIT_FAILED: .*the code has no Shop\.runtimeconfig\.json; .*GenerateRuntimeConfigurationFiles/;
  expect(errorOf(await call(dotnet(HANDLER, ['Shop.dll', 'Shop.deps.json'])))).toMatch(reason);
});

test('an executable assembly brings its client along', async () => {
  useMachine(dotnetRoot('8.0.11'), newDirectory());
  const { call } = startEngine();
  const pets = dotnet('Shop', LIBRARY);
  expect(valueOf(await call(pets))).toMatchObject({ options: {}, assembly: path.join(pets.codeDirectory, 'Shop.dll') });
  expect(errorOf(await call(dotnet('Nosuch', LIBRARY)))).toMatch(/^FUNCTION_INIT_FAILED: .*executable assembly .*Nosuch\.dll or binary .*Nosuch not found/);
});

test('an error that the client posts is the error of the function', async () => {
  useMachine(dotnetRoot('8.0.11'));
  const { call } = startEngine();
  expect(await call(dotnet(HANDLER, LIBRARY), { path: '/broken' })).toMatchObject({ type: 'function-error', errorMessage: 'no pets' });
});

test('without AWS\'s client, what is missing and the command that gets it are named', async () => {
  useMachine(dotnetRoot('8.0.11'), newDirectory());
  const { call } = startEngine();
  expect(errorOf(await call(dotnet(HANDLER, LIBRARY)))).toMatch(/^FUNCTION_RUNTIME_MISSING: .*install it with: dotnet tool install -g amazon\.lambda\.testtool/);
});

test('a newer .NET runs it by rolling forward, which is logged once; strictly it is refused', async () => {
  useMachine(dotnetRoot('9.0.0'));
  const { call, entries } = startEngine();
  const pets = dotnet(HANDLER, LIBRARY);
  expect(valueOf(await call(pets))).toMatchObject({ options: { '--roll-forward': 'Major' } });
  const message = expect.stringMatching(/functions of dotnet8 run on \.NET 9\.0\.0/) as string;
  expect(entries.filter(({ code }) => code === 'FUNCTION_RUNTIME_DIFFERS')).toMatchObject([{ level: 'warn', message }]);
  const strict = startEngine({ strictRuntimes: true });
  expect(errorOf(await strict.call(pets))).toMatch(/^FUNCTION_RUNTIME_MISSING: .*--strict-runtimes refuses/);
});

test('without any .NET the command that installs it is named', async () => {
  useMachine(newDirectory());
  const { call } = startEngine();
  expect(errorOf(await call(dotnet(HANDLER, LIBRARY)))).toMatch(/^FUNCTION_RUNTIME_MISSING: .*runs on dotnet8, and no dotnet answered .*--channel 8\.0/);
});
