import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { newProject } from '../../support/project';
import { synthgate } from '../../support/command-line';
import { startCommand, type RunningCommand } from '../../support/served-command';

const ROOT = path.resolve(__dirname, '../../..');
const app = (routes: string): string => `import { App, HttpApi, HttpLambdaIntegration, HttpMethod, ProxyFunction } from 'synthgate';
const app = new App();
const pets = new HttpLambdaIntegration('Pets', new ProxyFunction(app, 'PetsFunction', { entry: 'src/pets.ts' }));
const api = new HttpApi(app, 'Shop');
${routes}
app.synth();
`;
const GET = "api.addRoutes({ path: '/pets/{id}', methods: [HttpMethod.GET], integration: pets });";
const PUT = "api.addRoutes({ path: '/pets/{id}', methods: [HttpMethod.PUT], integration: pets });";

const project = newProject({
  'package.json': '{"type": "commonjs"}',
  'src/pets.ts': 'export const handler = async (event: { routeKey: string; pathParameters: { id: string } }) => {\n'
    + "  if (event.pathParameters.id === '0') throw new Error('no pet');\n  return event.routeKey;\n};\n",
  'app.ts': app(GET),
});
mkdirSync(project.file('node_modules'));
for (const name of ['constructs', 'esbuild']) symlinkSync(path.join(ROOT, 'node_modules', name), project.file(`node_modules/${name}`));
symlinkSync(ROOT, project.file('node_modules/synthgate'));

test('a project of an HttpApi is developed: served, listed, explained, reloaded and compared', async () => {
  const dev = startCommand(project.directory, ['dev', '--port', '0']);
  try {
    await develop(dev);
  } finally {
    dev.child.kill('SIGTERM');
    await dev.ended;
  }
});

async function develop(dev: RunningCommand): Promise<void> {
  const [, url] = await dev.sees(/(http:\/\/127\.0\.0\.1:\d+)\//);
  expect(await (await fetch(`${url}/pets/7`)).text()).toBe('GET /pets/{id}');
  const failed = await fetch(`${url}/pets/0`);
  expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  const id = failed.headers.get('apigw-requestid') ?? '';
  for (const subject of [id, id.slice(0, 8)]) {
    const explained = await synthgate(project.directory, ['explain', subject]);
    expect([explained.err, explained.out]).toEqual(['', expect.stringContaining('GET /pets/{id}')]);
    expect(explained.out).toContain('no pet');
  }

  await synthgate(project.directory, ['synth', '--output', 'before.out']);
  const listed = await synthgate(project.directory, ['ls', 'before.out', '--json']);
  expect(JSON.parse(listed.out)).toMatchObject([{ protocol: 'http', routeKey: 'GET /pets/{id}', function: 'PetsFunction' }]);
  project.write('app.ts', app(`${GET}\n${PUT}`));
  await dev.sees(/PUT +\/pets\/\{id\}/);
  expect(await (await fetch(`${url}/pets/7`, { method: 'PUT' })).text()).toBe('PUT /pets/{id}');
  await synthgate(project.directory, ['synth', '--output', 'after.out']);
  const compared = await synthgate(project.directory, ['diff', 'after.out', 'before.out']);
  expect([compared.err, compared.code, compared.out]).toEqual(['', 2, expect.stringContaining('PUT /pets/{id}')]);
}

test('errors name the line of the route', async () => {
  renameSync(project.file('app.ts'), project.file('app.old.ts'));
  project.write('app.ts', app("api.addRoutes({ path: '/pets/', integration: pets });"));
  const { code, err } = await synthgate(project.directory, ['synth', '--output', 'wrong.out']);
  expect(code).not.toBe(0);
  expect(err).toMatch(/app\.ts:5:\d+: Shop: "\/pets\/" is not a path of a route/);
});
