import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../lib/cli/config';
import { newDirectory } from '../support/temporary-directory';

test('a project without configuration has defaults and no app', async () => {
  expect(await readConfig(newDirectory())).toEqual({ output: 'gateway.out', context: {}, options: {} });
});

test('synthgate.json goes before cdk.json, whose output is not ours', async () => {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'cdk.json'), '{"app": "npx ts-node bin/cdk.ts", "output": "cdk.out", "context": {"a": 1, "b": 1}}');
  expect(await readConfig(directory)).toEqual({ app: 'npx ts-node bin/cdk.ts', output: 'gateway.out', context: { a: 1, b: 1 }, options: {} });
  writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "bin/gateway.ts", "output": "out", "context": {"b": 2}}');
  expect(await readConfig(directory)).toEqual({ app: 'bin/gateway.ts', output: 'out', context: { a: 1, b: 2 }, options: {} });
});

test.each(['{', '[]', '{"app": 1}', '{"context": "x"}'])('a configuration that is not usable is refused with its file: %s', async (text) => {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'synthgate.json'), text);
  await expect(readConfig(directory)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  await expect(readConfig(directory)).rejects.toThrow(path.join(directory, 'synthgate.json'));
});

test('an unknown member of synthgate.json is refused with its line and the nearest names; cdk.json has others', async () => {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'cdk.json'), '{"app": "npx ts-node bin/cdk.ts", "versionReporting": false}');
  expect((await readConfig(directory)).app).toBe('npx ts-node bin/cdk.ts');
  writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "app.ts", "ouput": "build"}');
  await expect(readConfig(directory)).rejects.toThrow(/CONFIG_INVALID.*line 1:19: unknown member "ouput"; nearest: "output"/);
});
