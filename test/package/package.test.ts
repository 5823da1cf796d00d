import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json';
import { esbuildPackages, install, pack, type Consumer, type Tarball } from '../support/package/consumer';

const MEGABYTE = 1_000_000;
let directory: string;
let tarball: Tarball;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-pack-'));
  tarball = pack(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the tarball', () => {
  test.each([
    '.jsii', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'package.json', 'bin/synthgate',
    'CHANGELOG.md', 'docs/index.md', 'docs/reference/cdk-compatibility.md', 'build/index.js', 'build/index.d.ts', 'build/cdk/index.js', 'build/cdk/index.d.ts', 'build/aws/index.js', 'build/aws/index.d.ts', 'build/spec/index.js', 'build/spec/index.d.ts', 'build/runtime/index.js', 'build/runtime/index.d.ts',
    'build/runtime/instance.js', 'build/runtime/python/bootstrap.py', 'build/testing/index.js', 'build/testing/index.d.ts', 'build/cli/main.js', 'build/library/zod.js',
    'synthgate.schema.json', 'llms.txt', 'templates/hello/app.ts', 'templates/hello/gitignore', 'templates/shared/.vscode/launch.json',
  ])('has %s', (file) => {
    expect(tarball.files.map((one) => one.path)).toContain(file);
  });

  test('has no other libraries, sources, source maps, tests, scripts, examples or settings', () => {
    const unexpected = tarball.files.map((one) => one.path).filter((file) => !ROOT_FILES.includes(file) && !file.startsWith('templates/') && (!/^(build|docs)\//.test(file) || NEVER_INSIDE.test(file)));
    expect(unexpected).toEqual([]);
  });

  test('has every page that llms.txt names, and no page of maintainers', () => {
    const files = tarball.files.map((one) => one.path);
    const named = [...readFileSync(path.resolve(__dirname, '../../llms.txt'), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
    expect(files.filter((file) => /^docs\/(?:internals\/|architecture)/.test(file))).toEqual([]);
  });

  test('is less than 2.5 MB with its documentation, and less than 11 MB installed', () => {
    expect(tarball.size).toBeLessThan(2.5 * MEGABYTE);
    expect(tarball.unpackedSize).toBeLessThan(11 * MEGABYTE);
  });

  test('needs no other packages but its peers', () => {
    expect(Object.keys(packageJson)).not.toEqual(expect.arrayContaining(['dependencies']));
    expect(Object.keys(packageJson)).not.toEqual(expect.arrayContaining(['bundledDependencies']));
  });

  test('has a command that can be run', () => {
    expect((tarball.files.find((one) => one.path === 'bin/synthgate')?.mode ?? 0) & 0o111).not.toBe(0);
  });

  test('names every library inside the bundles in the notices', () => {
    const meta = JSON.parse(readFileSync(path.resolve(__dirname, '../../build/runtime/meta.json'), 'utf8')) as { inputs: object };
    const libraries = Object.keys(meta.inputs).flatMap((input) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
    const notices = readFileSync(path.resolve(__dirname, '../../THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect([...new Set(libraries)].filter((name) => !notices.includes(`${name} `))).toEqual([]);
  });
});

const ROOT_FILES = ['.jsii', 'LICENSE', 'README.md', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.txt', 'package.json', 'synthgate.schema.json', 'llms.txt', 'bin/synthgate'];
const NEVER_INSIDE = /node_modules|tsconfig|\.built$|meta\.json$|\.test\.|\.map$|(?<!\.d)\.m?ts$/;

describe('in a project without aws-cdk-lib', () => {
  let consumer: Consumer;

  beforeAll(() => {
    consumer = install(tarball, { copied: ['constructs', ...esbuildPackages()] });
    consumer.write('src/hello.ts', HELLO);
    consumer.write('app.ts', `
      import { Api, App, ProxyFunction } from 'synthgate';
      const app = new App();
      const api = new Api(app, 'HelloApi');
      api.root.addResource('{proxy+}').addMethod('ANY', new ProxyFunction(app, 'Hello', { entry: 'src/hello.ts' }));
      app.synth();
    `);
  });
  afterAll(() => consumer.remove());

  test.each(['synthgate', 'synthgate/aws', 'synthgate/spec', 'synthgate/runtime', 'synthgate/testing'])('%s can be required and imported', (name) => {
    expect(existsSync(path.join(consumer.directory, 'node_modules', 'aws-cdk-lib'))).toBe(false);
    consumer.run(process.execPath, '-e', `require('${name}')`);
    consumer.run(process.execPath, '--input-type=module', '-e', `import '${name}'`);
  });

  test('every entry point has types, which need no other packages', () => {
    consumer.write('types.ts', `
      import { Api, App } from 'synthgate';
      import { readSpecText, type GatewaySpec } from 'synthgate/spec';
      import { serve, type Serving } from 'synthgate/runtime';
      import { formatGateway, createTestGateway, type TestGateway } from 'synthgate/testing';
      export const spec: GatewaySpec = readSpecText(new Api(new App(), 'Pets').toJson(), 'pets').spec;
      export const serving: Promise<Serving> = serve({ source: 'gateway.out' });
      export const gateway: Promise<TestGateway> = createTestGateway(new App());
      export const text: string = formatGateway(new Api(new App(), 'Pets'));
      // @ts-expect-error a member of this type is missing, so types are not any
      export const wrong: Serving = {};
      // @ts-expect-error a member of this type is missing, so what Zod infers is not any
      export const empty: GatewaySpec = {};
    `);
    typeCheck(consumer, 'types.ts');
  });

  test('a TypeScript app is synthesized, listed, served and asked', async () => {
    expect(consumer.run('npx', 'synthgate', 'synth', '--app', 'app.ts')).toContain('written to gateway.out');
    expect(consumer.run('npx', 'synthgate', 'ls')).toMatch(/ANY +\/\{proxy\+\} +→ proxy Hello/);
    const served = await consumer.serve();
    const response = await fetch(`${served.url}/prod/some/path?color=red`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ proxy: 'some/path', color: 'red' });
    expect(await served.stop()).toBe(0);
  });

  test('the version is that of the package', () => {
    expect(consumer.run('npx', 'synthgate', '--version').trim()).toBe(packageJson.version);
  });
});

describe('in a project with aws-cdk-lib', () => {
  let consumer: Consumer;

  beforeAll(() => {
    consumer = install(tarball, { copied: esbuildPackages(), linked: ['constructs', 'aws-cdk-lib'] });
    consumer.write('src/hello.ts', HELLO);
    consumer.write('app.ts', `
      import { App, Duration, Stack } from 'aws-cdk-lib';
      import { Bucket } from 'aws-cdk-lib/aws-s3';
      import { Api, App as GatewayApp, ProxyFunction } from 'synthgate';
      const app = new App();
      const stack = new Stack(app, 'Shop');
      const bucket = new Bucket(stack, 'Pictures');
      const hello = new ProxyFunction(stack, 'Hello', {
        entry: 'src/hello.ts', timeout: Duration.seconds(5), environment: { PICTURES: bucket.bucketName },
      });
      new Api(stack, 'HelloApi').root.addResource('{proxy+}').addMethod('ANY', hello);
      GatewayApp.synthesize(app);
    `);
  });
  afterAll(() => consumer.remove());

  test('the types of the stack and of its constructs are those of aws-cdk-lib', () => {
    consumer.write('types.ts', `
      import { Stack } from 'aws-cdk-lib';
      import { Api } from 'synthgate/aws';
      export const url: string = new Api(new Stack(), 'Pets').restApi.restApiId;
      // @ts-expect-error an id is not a number, so the types of aws-cdk-lib are not any
      export const wrong: number = new Api(new Stack(), 'Pets').restApi.restApiId;
    `);
    typeCheck(consumer, 'types.ts');
  });

  test('every entry point has types where modules are found without `exports`, as for CommonJS by default before TypeScript 6', () => {
    consumer.write('commonjs.ts', EVERY_ENTRY_POINT);
    typeCheck(consumer, 'commonjs.ts', { compiler: 'typescript', modules: ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'] });
  });

  test('an ES module imports the classes of the CDK from synthgate/aws by their names', () => {
    const source = "import { Api, CfnMethod, RestApi } from 'synthgate/aws'; import * as cdk from 'aws-cdk-lib/aws-apigateway';"
      + 'console.log(RestApi === cdk.RestApi, CfnMethod === cdk.CfnMethod, typeof Api)';
    expect(consumer.run(process.execPath, '--input-type=module', '-e', source)).toBe('true true function\n');
  });

  test('an API inside a stack is synthesized, with its tokens named, and served with values for them', async () => {
    consumer.run('npx', 'synthgate', 'synth', '--app', 'app.ts');
    expect(readFileSync(path.join(consumer.directory, 'gateway.out', 'HelloApi.gateway.json'), 'utf8')).toContain('"${token:Shop/Pictures.Ref}"');
    const served = await consumer.serve('--token-value', 'Shop/Pictures.Ref=pictures-here');
    const response = await fetch(`${served.url}/prod/some/path`);
    expect(await response.json()).toEqual({ proxy: 'some/path', pictures: 'pictures-here' });
    expect(await served.stop()).toBe(0);
  });
});

/** TypeScript 7, or the last one that finds modules as older ones do. */
const NATIVE = { compiler: 'typescript-native', modules: ['--module', 'node16'] };

/** Checks the declarations of packages as well, as a project without `skipLibCheck` does. */
function typeCheck(project: Consumer, file: string, { compiler, modules } = NATIVE): void {
  const installed = path.resolve(__dirname, '../../node_modules');
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', ...modules, '--types', 'node', '--typeRoots', path.join(installed, '@types')];
  project.run(process.execPath, path.join(installed, compiler, 'bin', 'tsc'), ...options, file);
}

/** A use of each, with a type that is not `any`. */
const EVERY_ENTRY_POINT = `
  import { Stack } from 'aws-cdk-lib';
  import { Api as DeclaredApi, App } from 'synthgate';
  import { Api, LambdaRestApi, RestApi } from 'synthgate/aws';
  import { serve } from 'synthgate/runtime';
  import { type GatewaySpec } from 'synthgate/spec';
  import { createTestGateway } from 'synthgate/testing';
  export const name: string = new RestApi(new Stack(), 'Pets').restApiName;
  export const declared: DeclaredApi = new Api(new Stack(), 'Pets');
  // @ts-expect-error a name is not a number
  export const wrong: number = new RestApi(new Stack(), 'Pets').restApiName;
  // @ts-expect-error it has a handler
  export const incomplete = new LambdaRestApi(new Stack(), 'Pets', {});
  // @ts-expect-error members are missing
  export const empty: GatewaySpec = {};
  export const rest = [App, serve, createTestGateway];
`;

const HELLO = `
  interface Event { pathParameters: { proxy: string }; queryStringParameters: { color?: string } | null }
  export const handler = async (event: Event) => ({
    statusCode: 200,
    body: JSON.stringify({ proxy: event.pathParameters.proxy, color: event.queryStringParameters?.color, pictures: process.env.PICTURES }),
  });
`;
