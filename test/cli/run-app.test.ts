import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runApp, type RunAppOptions } from '../../lib/cli/run-app';
import { readAssembly, SERVE_DEFAULTS } from '../../lib/runtime';
import { newDirectory } from '../support/temporary-directory';

/** Writes what it saw into the assembly that it was asked for. */
const WRITE_MANIFEST = `
const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync(process.env.SYNTHGATE_OUTDIR, { recursive: true });
const write = (seen: unknown) => writeFileSync(process.env.SYNTHGATE_OUTDIR + '/manifest.json', JSON.stringify(seen));
`;

let directory: string;
let printed: string;
beforeEach(() => {
  directory = newDirectory();
  printed = '';
});

describe('a source file', () => {
  test('in TypeScript runs with its own place and its project\'s packages', async () => {
    source('node_modules/from-project/index.js', 'exports.value = "package";');
    source('node_modules/only-module/package.json', '{"name": "only-module", "type": "module", "exports": "./index.js"}');
    source('node_modules/only-module/index.js', 'export const value = "module";');
    source('lib/beside.ts', 'export const place: string = __dirname; export const url = import.meta.url;');
    source('bin/app.ts', `#!/usr/bin/env node
      import { value } from 'from-project';
      import { value as other } from 'only-module';
      import { place, url } from '../lib/beside';
      import { version } from 'synthgate/package.json';
      ${WRITE_MANIFEST}
      enum Kind { A = 'a' }
      write({ value, other, location: place, url, version, own: __filename, kind: Kind.A, cwd: process.cwd() });`);
    expect(await run('bin/app.ts')).toEqual({
      value: 'package',
      other: 'module',
      location: path.join(directory, 'lib'),
      url: `file://${directory}/lib/beside.ts`,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      own: path.join(directory, 'bin', 'app.ts'),
      kind: 'a',
      cwd: directory,
    });
    expect(readdirSync(path.join(directory, 'node_modules', '.cache', 'synthgate'))).toEqual([]);
  });

  test('may have spaces in its path', async () => {
    source('my app/gateway.ts', `${WRITE_MANIFEST} write(1 as number);`);
    expect(await run('my app/gateway.ts')).toBe(1);
  });

  test('of ES modules may wait at its top level and name its place itself', async () => {
    source('package.json', '{"type": "module"}');
    source('app.ts', `
      import { mkdirSync, writeFileSync } from 'node:fs';
      import { dirname } from 'node:path';
      import { fileURLToPath } from 'node:url';
      const __dirname = dirname(fileURLToPath(import.meta.url));
      await Promise.resolve();
      const out = process.env.SYNTHGATE_OUTDIR!;
      mkdirSync(out);
      writeFileSync(out + '/manifest.json', JSON.stringify([__dirname, import.meta.dirname, typeof require]));`);
    expect(await run('app.ts')).toEqual([directory, directory, 'function']);
  });

  test('is given the context', async () => {
    source('app.ts', `${WRITE_MANIFEST} write(JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}'));`);
    expect(await run('app.ts', { flag: true })).toEqual({ flag: true });
  });

  test('that throws is shown with the line of its source', async () => {
    source('app.ts', '\n\nconst x: string = "boom";\nthrow new Error(x);');
    await expect(run('app.ts')).rejects.toThrow(/APP_FAILED.*exit code 1/);
    expect(printed).toMatch(/Error: boom[^]*app\.ts:4/);
  });

  test('that throws is shown with the project\'s file if node_modules is a link into another folder', async () => {
    const elsewhere = path.join(newDirectory(), 'deeper', 'than', 'this');
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(elsewhere, path.join(directory, 'node_modules'));
    source('app.ts', '\n\nconst x: string = "boom";\nthrow new Error(x);');
    await expect(run('app.ts')).rejects.toThrow(/APP_FAILED/);
    expect(printed).toContain(`${path.join(realpathSync(directory), 'app.ts')}:4`);
  });

  test('that cannot be bundled is refused with place and reason', async () => {
    source('app.ts', 'const x = ;');
    await expect(run('app.ts')).rejects.toThrow(/APP_NOT_BUNDLED.*app\.ts[^]*Unexpected ";"/);
  });

  test('that is not there is refused', async () => {
    await expect(run('bin/app.ts')).rejects.toThrow(/APP_NOT_FOUND.*bin\/app\.ts/);
  });
});

describe('a shell command', () => {
  test('runs in the project', async () => {
    source('app.js', `${WRITE_MANIFEST.replace(': unknown', '')} write(process.argv[2]);`);
    expect(await run('node app.js "one argument"')).toBe('one argument');
  });

  test('that fails is refused with its exit code, and what it printed is passed on', async () => {
    await expect(run('echo to out; echo to err >&2; exit 7')).rejects.toThrow(/APP_FAILED.*exit code 7/);
    expect(printed).toContain('to out\n');
    expect(printed).toContain('to err\n');
  });

  test('that a signal ends is refused with its name', async () => {
    await expect(run('kill -9 $$')).rejects.toThrow(/APP_FAILED.*signal SIGKILL/);
  });
});

test.each([
  ['npm install', {}, 'app.ts'],
  ['pnpm install', { 'pnpm-lock.yaml': '' }, 'app.ts'],
  ['npm install', {}, 'node app.js'],
])('an app whose packages are not installed says so: run %s', async (command, files, app) => {
  const empty = newDirectory();
  const manifest = JSON.stringify({ devDependencies: { 'aws-cdk-lib': '^2.240.0' } });
  const texts = { ...files, 'package.json': manifest, 'app.ts': "import 'aws-cdk-lib';", 'app.js': "require('aws-cdk-lib');" };
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(empty, name), text);
  const running = runApp({ app, output: path.join(empty, 'gateway.out'), context: {} }, { directory: empty, environment: { PATH: process.env.PATH }, err: () => undefined });
  await expect(running).rejects.toMatchObject({ code: 'PACKAGES_NOT_INSTALLED', details: { directory: empty, command } });
});

test('an app that is not there is not found, whatever is installed', async () => {
  const empty = newDirectory();
  writeFileSync(path.join(empty, 'package.json'), '{"devDependencies": {"x": "1"}}');
  const running = runApp({ app: 'app.ts', output: path.join(empty, 'gateway.out'), context: {} }, { directory: empty, environment: {}, err: () => undefined });
  await expect(running).rejects.toThrow('APP_NOT_FOUND');
});

test('an app without packages that fails is refused as any other', async () => {
  const empty = newDirectory();
  writeFileSync(path.join(empty, 'package.json'), '{}');
  const running = runApp({ app: 'exit 7', output: path.join(empty, 'gateway.out'), context: {} }, { directory: empty, environment: {}, err: () => undefined });
  await expect(running).rejects.toThrow('APP_FAILED');
});

test('an app that writes nothing is not taken for one that did before', async () => {
  source('app.js', `${WRITE_MANIFEST.replace(': unknown', '')} write(1);`);
  await run('node app.js');
  const old = path.join(directory, 'gateway.out', 'manifest.json');
  await expect(run('true')).rejects.toThrow(/APP_WROTE_NOTHING.*gateway\.out/);
  expect(existsSync(old)).toBe(true);
});

test('an app that writes the same once more has written', async () => {
  source('app.js', `${WRITE_MANIFEST.replace(': unknown', '')} write(1);`);
  expect([await run('node app.js'), await run('node app.js')]).toEqual([1, 1]);
});

describe('a CDK app', () => {
  const modules = path.resolve(__dirname, '..', '..', 'node_modules');
  const rest = `
    const api = new RestApi(stack, 'Old');
    api.root.addMethod('GET', new LambdaIntegration(new Function(stack, 'Fn', {
      runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline('exports.handler = async () => ({ statusCode: 204 });'),
    })));`;
  const app = (declared: string): string => `
    import { App, Stack } from 'aws-cdk-lib';
    import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
    import { Api, LambdaIntegration, RestApi } from 'synthgate/aws';
    const stack = new Stack(new App(), 'Shop');
    ${declared}`;

  beforeEach(() => symlinkSync(modules, path.join(directory, 'node_modules')));

  test.each([
    ['of the CDK alone', rest, ['Old']],
    ['of the CDK beside ours', `${rest} new Api(stack, 'New');`, ['New', 'Old']],
  ])('that declares an API %s has it in its assembly, with the code', async (_, declared, names) => {
    source('app.ts', app(declared));
    const manifest = await run('app.ts') as { apis: Record<string, { spec: string }> };
    expect(Object.keys(manifest.apis).sort()).toEqual(names);
    const apis = readAssembly(path.join(directory, 'gateway.out'));
    expect(Object.keys(apis.find(({ name }) => name === 'Old')?.code ?? {})).toEqual([expect.stringMatching(/^Fn/)]);
  });
});

function source(name: string, text: string): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs an app; returns the manifest that it wrote. */
interface RunSettings extends Pick<RunAppOptions, 'templates'> {
  readonly environment?: Readonly<Record<string, string>>;
}

async function run(app: string, context: Record<string, unknown> = {}, { templates, environment }: RunSettings = {}): Promise<unknown> {
  const output = path.join(directory, 'gateway.out');
  const print = (text: string): void => { printed += text; };
  const options = { app, output, context, ...(templates === undefined ? {} : { templates }) };
  await runApp(options, { err: print, directory, environment: { PATH: process.env.PATH, ...environment } });
  return JSON.parse(readFileSync(path.join(output, 'manifest.json'), 'utf8'));
}

describe('the account and the region of a CDK app', () => {
  const app = `${WRITE_MANIFEST}
    write({ account: process.env.CDK_DEFAULT_ACCOUNT, region: process.env.CDK_DEFAULT_REGION });`;

  test('are those of the local gateway', async () => {
    source('app.ts', app);
    expect(await run('app.ts')).toEqual({ account: SERVE_DEFAULTS.accountId, region: SERVE_DEFAULTS.region });
  });

  test('are those of the options, and before them those of the environment', async () => {
    source('app.ts', app);
    const templates = { account: '210987654321', region: 'eu-west-1' };
    expect(await run('app.ts', {}, { templates })).toEqual(templates);
    expect(await run('app.ts', {}, { templates, environment: { CDK_DEFAULT_ACCOUNT: '111122223333' } })).toEqual({ account: '111122223333', region: 'eu-west-1' });
  });
});

describe('an app of plain aws-cdk-lib', () => {
  /** Writes an API with a function of this code. */
  function appWith(Code: object): string {
    const Uri = { 'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Fn.Arn}/invocations' };
    const files = {
      'S.template.json': {
        Resources: {
          Fn: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'Fn', Runtime: 'nodejs20.x', Handler: 'index.handler', Code } },
          Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
          Any: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'ANY', AuthorizationType: 'NONE', Integration: { Type: 'AWS_PROXY', Uri } } },
        },
      },
      'S.assets.json': {
        files: { code: { source: { path: directory, packaging: 'zip' }, destinations: { current: { bucketName: 'assets', objectKey: 'code.zip' } } } },
      },
      'manifest.json': {
        version: '36.0.0',
        artifacts: {
          'S.assets': { type: 'cdk:asset-manifest', properties: { file: 'S.assets.json' } },
          'S': { type: 'aws:cloudformation:stack', properties: { templateFile: 'S.template.json' } },
        },
      },
    };
    return Object.entries(files).map(([name, contents]) =>
      `require('node:fs').writeFileSync(process.env.CDK_OUTDIR + '/${name}', ${JSON.stringify(JSON.stringify(contents))});`).join('\n');
  }

  test('becomes the assembly', async () => {
    source('app.js', appWith({ ZipFile: 'exports.handler = 1;' }));
    expect(await run('app.js')).toMatchObject({ apis: { Pets: { spec: 'Pets.gateway.json' } }, code: 'code.json' });
  });

  test('has code without the bundle of the app, also if the project is the code', async () => {
    source('node_modules/x/index.js', '');
    source('index.js', 'exports.handler = 1;');
    source('app.js', appWith({ S3Bucket: 'assets', S3Key: 'code.zip' }));
    await run('app.js');
    const code = readAssembly(path.join(directory, 'gateway.out'))[0]?.code['Fn'];
    expect(readdirSync(code?.directory ?? '', { recursive: true })).toEqual(expect.arrayContaining(['index.js', path.join('node_modules', 'x', 'index.js')]));
    expect(readdirSync(path.join(code?.directory ?? '', 'node_modules'))).toEqual(['x']);
  });
});
