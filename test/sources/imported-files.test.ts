import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { readAssembly } from '../../lib/runtime';
import { openSource } from '../../lib/sources';
import { createTestGateway } from '../../lib/testing';
import { synthgate } from '../support/command-line';
import { goFunction, goTexts, TINY_GO } from '../support/functions/programs';
import { newProject, type Project } from '../support/project';

/* A project as it is cloned: nothing is installed, and some handlers cannot be bundled. */

const HANDLER = 'export const handler = async () => ({ statusCode: 200, body: "fine" });\n';
const HANDLERS = {
  'src/fine.ts': `import { text } from './shared/text';\n${HANDLER.replace('"fine"', 'text')}`,
  'src/shared/text.ts': 'export const text: string = "fine";\n',
  'src/lost.ts': `import pad from 'left-pad';\npad();\n${HANDLER}`,
  'src/broken.ts': 'export const handler = async () => ({ ;\n',
  'src/sdk.ts': `import { Client } from '@aws-sdk/client-nowhere';\nimport { sign } from '@smithy/nowhere';\nsign(Client);\n${HANDLER}`,
  'src/lazy.ts': `
    export const handler = async () => {
      await import('@aws-sdk/client-nowhere').catch(() => undefined);
      return { statusCode: 200, body: "fine" };
    };`,
};
const NAMES = ['fine', 'lost', 'broken', 'sdk', 'lazy'];
const CLONES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'serverless.yml': {
    ...HANDLERS,
    'serverless.yml': `
      service: pets
      provider: { name: aws, runtime: nodejs22.x, stage: prod }
      functions:
        ${NAMES.map((name) => `${name}: { handler: src/${name}.handler, events: [{ http: GET /${name} }] }`).join('\n        ')}
        guarded: { handler: src/fine.handler, events: [{ http: { path: guarded, method: get, authorizer: lost } }] }`,
  },
  'template.yaml': {
    ...HANDLERS,
    'template.yaml': `
      Transform: AWS::Serverless-2016-10-31
      Globals: { Function: { Runtime: nodejs22.x, CodeUri: src } }
      Resources:
        Api: { Type: AWS::Serverless::Api, Properties: { StageName: prod, Auth: { Authorizers: { Lost: { FunctionArn: !GetAtt Lost.Arn } } } } }
        ${NAMES.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}:
          Type: AWS::Serverless::Function
          Metadata: { BuildMethod: esbuild }
          Properties: { Handler: ${name}.handler, Events: { Get: { Type: Api, Properties: { RestApiId: !Ref Api, Path: /${name}, Method: get } } } }`).join('\n        ')}
        Guarded:
          Type: AWS::Serverless::Function
          Properties: { Handler: fine.handler, Events: { Get: { Type: Api, Properties: { RestApiId: !Ref Api, Path: /guarded, Method: get, Auth: { Authorizer: Lost } } } } }`,
  },
};

describe.each(Object.entries(CLONES))('%s', (source, files) => {
  const clone = (): Project => newProject(files);

  test('a handler that cannot be bundled costs its own methods, which answer 501; an authorizer of such a function refuses', async () => {
    const gateway = await createTestGateway(clone().file(source));
    try {
      const answers = await Promise.all([...NAMES, 'guarded'].map(async (name) => {
        const response = await gateway.fetch(`/prod/${name}`, { headers: { Authorization: 'allow' } });
        return [name, response.status];
      }));
      // a module that only Lambda has fails when it is imported
      expect(Object.fromEntries(answers)).toEqual({ fine: 200, lost: 501, broken: 501, sdk: 502, lazy: 200, guarded: 500 });
      const reasons = gateway.logs.filter(({ code }) => code === 'FUNCTION_UNAVAILABLE').map((entry) => JSON.stringify(entry)).join('\n');
      expect(reasons).toMatch(/lost\.ts:1:\d+: Could not resolve \\"left-pad\\" \[FUNCTION_BUNDLE_FAILED\]/);
      expect(reasons).toMatch(/broken\.ts:1:\d+: .* \[FUNCTION_BUNDLE_FAILED\]/);
    } finally {
      await gateway.close();
    }
  });

  test('the table of routes is whole, and says what is unavailable and why', async () => {
    const { directory } = clone();
    const { out, code } = await synthgate(directory, ['ls', source]);
    expect([code, NAMES.filter((name) => !out.includes(`/${name} `))]).toEqual([0, []]);
    expect(out).toMatch(/unavailable: function \w+ cannot run here: lost\.ts:1:\d+: Could not resolve "left-pad"/i);
    const rows = JSON.parse((await synthgate(directory, ['ls', source, '--json'])).out) as { readonly path: string; readonly unavailable: string | null }[];
    expect([...new Set(rows.filter(({ unavailable }) => unavailable !== null).map((row) => row.path))].sort()).toEqual(['/broken', '/guarded', '/lost']);
    expect(rows.find((row) => row.path === '/guarded')?.unavailable).toContain('Could not resolve "left-pad"');
  });

  test('synth writes it with a warning, and refuses with --strict', async () => {
    const { directory, file } = clone();
    expect(await synthgate(directory, ['synth', source, '--strict'])).toMatchObject({ code: 1, err: expect.stringContaining('IMPORT_NOT_EXACT') as string });
    expect(await synthgate(directory, ['synth', source])).toMatchObject({ code: 0 });
    expect(readFileSync(file('gateway.out/manifest.json'), 'utf8')).toMatch(/cannot run here: lost\.ts.*IMPORT_FUNCTION_UNAVAILABLE/);
    expect(readFileSync(file('gateway.out/manifest.json'), 'utf8')).toMatch(/@aws-sdk\/client-nowhere.*FUNCTION_MODULE_MISSING/);
  });

  test('what is mended runs after the next reading', async () => {
    const project = clone();
    const opened = await openSource(project.file(source), { environment: {} });
    const unavailable = (): string[] => readAssembly(opened.assembly).flatMap(({ spec }) =>
      Object.entries(spec.functions).flatMap(([name, fn]) => (fn.unavailable === undefined ? [] : [name])));
    expect(unavailable()).toHaveLength(2);
    expect(opened.files()).toContain(project.file('src/broken.ts'));
    expect(opened.files()).toContain(project.file('src/shared/text.ts'));
    project.write('src/broken.ts', HANDLER);
    project.write('node_modules/left-pad/index.js', 'module.exports = () => "";');
    await opened.refresh();
    expect(unavailable()).toEqual([]);
  });
});

test('Node.js up to 16 has version 2 of the SDK, and nothing of version 3', async () => {
  const project = newProject({
    'old.js': "require('aws-sdk'); exports.handler = async () => ({ statusCode: 200 });",
    'new.js': "require('@aws-sdk/client-nowhere'); exports.handler = async () => ({ statusCode: 200 });",
    'serverless.yml': `
      service: pets
      provider: { name: aws, runtime: nodejs16.x }
      functions:
        old: { handler: old.handler, events: [{ http: GET /old }] }
        new: { handler: new.handler, events: [{ http: GET /new }] }`,
  });
  const { assembly } = await openSource(project.file('serverless.yml'), { environment: {} });
  const [api] = readAssembly(assembly);
  expect(Object.entries(api?.spec.functions ?? {}).map(([name, { unavailable = null }]) => [name, unavailable])).toEqual([
    ['NewLambdaFunction', expect.stringContaining('"@aws-sdk/client-nowhere"')], ['OldLambdaFunction', null],
  ]);
});

test('an archive that is damaged costs its function', async () => {
  const project = newProject({
    'code.zip': 'no archive',
    'serverless.yml': `
      service: pets
      provider: { name: aws, runtime: nodejs22.x }
      functions:
        zipped: { handler: index.handler, package: { artifact: code.zip }, events: [{ http: GET /zipped }] }`,
  });
  const { assembly } = await openSource(project.file('serverless.yml'), { environment: {} });
  expect(readAssembly(assembly)[0]?.spec.functions.ZippedLambdaFunction?.unavailable).toBe('the source cannot be read: it is not a zip archive [SOURCE_UNREADABLE]');
});

test('an error in a module that handlers share is among the files to follow', async () => {
  const project = newProject({ 'src/a.ts': "import './shared/b';\n", 'src/shared/b.ts': 'export const = 1;\n', 'openapi.json': '{"openapi":"3.0.3","paths":{"/":{"get":{}}}}' });
  const opened = await openSource(project.file('openapi.json'), { environment: {}, handlerFile: project.file('src/a.ts') });
  expect(opened.files()).toEqual(expect.arrayContaining([project.file('src/a.ts'), project.file('src/shared/b.ts')]));
});

describe('functions in other languages', () => {
  const SAM = {
    'template.yaml': `
      Transform: AWS::Serverless-2016-10-31
      Globals: { Function: { Runtime: python3.12, Handler: app.main } }
      Resources:
        Shared: { Type: AWS::Serverless::LayerVersion, Metadata: { BuildMethod: python3.12 }, Properties: { ContentUri: layer } }
        Pets:
          Type: AWS::Serverless::Function
          Properties: { CodeUri: src/pets, Layers: [!Ref Shared], Events: { Get: { Type: Api, Properties: { Path: /pets, Method: get } } } }
        Inline:
          Type: AWS::Serverless::Function
          Properties: { InlineCode: 'def main(event, context): pass', Handler: index.main, Events: { Get: { Type: Api, Properties: { Path: /inline, Method: get } } } }
        Go:
          Type: AWS::Serverless::Function
          Metadata: { BuildMethod: go1.x }
          Properties: { CodeUri: src/go, Runtime: provided.al2023, Handler: bootstrap, Events: { Get: { Type: Api, Properties: { Path: /go, Method: get } } } }`,
    'src/pets/app.py': 'def main(event, context): pass\n', 'src/pets/requirements.txt': 'requests\n', 'src/pets/__pycache__/app.pyc': '', 'src/go/go.mod': 'module go\n',
    'layer/tools.py': 'NAME = 1\n', '.venv/pyvenv.cfg': '',
  };
  const filesOf = (directory: string): string[] =>
    readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name))).sort();

  test('a template of SAM is served with their code, layers and sources', async () => {
    const project = newProject(SAM);
    const opened = await openSource(project.file('template.yaml'), { environment: {} });
    const [api] = readAssembly(opened.assembly);
    const { Pets, Inline, Go } = api?.spec.functions ?? {};
    expect([Pets, Inline]).toMatchObject([{ runtime: 'python3.12', handler: 'app.main' }, { runtime: 'python3.12', handler: 'index.main' }]);
    expect([Pets?.unavailable, Inline?.unavailable]).toEqual([undefined, undefined]);
    expect(Go?.unavailable).toMatch(/^there is no bootstrap in go: build it there, or serve/);
    expect(filesOf(api?.code.Pets?.directory ?? '')).toEqual(['.opt/python/tools.py', 'app.py', 'requirements.txt']);
    expect(filesOf(api?.code.Inline?.directory ?? '')).toEqual(['index.py']);
    expect(api?.code.Pets?.sourceDirectory).toBe(realpathSync(project.file('src/pets')));
    expect(opened.files()).toEqual(expect.arrayContaining([project.file('src/pets'), project.file('layer')]));
    project.write('src/pets/app.py', 'def main(event, context): return 1\n');
    await opened.refresh();
    expect(readAssembly(opened.assembly)[0]?.code.Pets?.digest).not.toBe(api?.code.Pets?.digest);
  });

  test('a custom runtime that is not built is followed, and runs once it is', async () => {
    const project = newProject(SAM);
    const opened = await openSource(project.file('template.yaml'), { environment: {} });
    expect(opened.files()).toContain(project.file('src/go'));
    project.write('src/go/bootstrap', '#!/bin/sh\n');
    await opened.refresh();
    expect(readAssembly(opened.assembly)[0]?.spec.functions.Go).not.toHaveProperty('unavailable');
  });

  test('a bootstrap that is built stays a program, also in a deployment', async () => {
    const project = newProject(SAM);
    project.write('src/go/bootstrap', '#!/bin/sh\n');
    chmodSync(project.file('src/go/bootstrap'), 0o755);
    expect(await synthgate(project.directory, ['synth', 'template.yaml', '--output', 'gateway.out'])).toMatchObject({ code: 0 });
    expect(await synthgate(project.directory, ['deploy', '--assembly', 'gateway.out', '--stage', 'Prod'])).toMatchObject({ code: 0 });
    const bootstraps = ['gateway.out', 'gateway.state'].flatMap((directory) => filesOf(project.file(directory)).filter((name) => name.endsWith('/bootstrap'))
      .map((name) => statSync(project.file(path.join(directory, name))).mode & 0o111));
    expect(bootstraps).toEqual([0o111 & ~process.umask(), 0o111 & ~process.umask()]);
    const [api] = readAssembly(project.file('gateway.out'));
    expect(api?.code.Go?.sourceDirectory).toBe(realpathSync(project.file('src/go')));
    expect(project.read('gateway.out')['code.json']).not.toContain(project.directory);
  });
});

describe('functions of a SAM template that are built from source', () => {
  const fn = (name: string, directory: string, metadata = ''): string => `
          ${name}:
            Type: AWS::Serverless::Function
            ${metadata}
            Properties: { CodeUri: ${directory}, Runtime: provided.al2023, Handler: bootstrap, Events: { Get: { Type: Api, Properties: { Path: /${name}, Method: get } } } }`;
  const template = (...functions: readonly string[]): string => `
        Transform: AWS::Serverless-2016-10-31
        Resources:${functions.join('')}\n`;

  test('are served; one that cannot be built costs its own methods', async () => {
    const project = newProject({
      'template.yaml': template(fn('Go', 'go'), fn('Named', 'go', 'Metadata: { BuildMethod: go1.x }'), fn('Broken', 'broken')),
      ...goTexts('go', 'from Go'), ...goFunction('broken'), 'broken/main.go': 'package main\n\nfunc main() { total() }\n',
    });
    const gateway = await createTestGateway(project.file('template.yaml'));
    try {
      const answers = await Promise.all(['Go', 'Named'].map(async (name) => (await gateway.fetch(`/Prod/${name}`)).text()));
      expect(answers).toEqual(['from Go', 'from Go']);
      const broken = await gateway.fetch('/Prod/Broken');
      expect(broken.status).toBe(501);
      expect(await broken.json()).toEqual({ message: 'Function Broken cannot run here' });
    } finally {
      await gateway.close();
    }
  });

  test('are built again when their module has changed, also after a failure', async () => {
    const project = newProject({ 'template.yaml': template(fn('Go', 'fn')), ...TINY_GO });
    const opened = await openSource(project.file('template.yaml'), { environment: {} });
    const read = () => {
      const [api] = readAssembly(opened.assembly);
      return { unavailable: api?.spec.functions.Go?.unavailable, ...api?.code.Go };
    };
    const before = read();
    expect(before.sourceDirectory).toBe(realpathSync(project.file('fn')));
    expect(opened.files()).toContain(project.file('fn'));
    project.write('fn/main.go', 'package main\n\nfunc main() { total() }\n');
    await opened.refresh();
    expect([read().unavailable, opened.files()]).toEqual([expect.stringMatching(/^go cannot build .*\/fn: \.\/main\.go:3:15: undefined: total \[FUNCTION_BUILD_FAILED\]$/), expect.arrayContaining([project.file('fn')])]);
    project.write('fn/main.go', 'package main\n\nfunc main() { println("other") }\n');
    await opened.refresh();
    expect([read().unavailable, read().digest === before.digest]).toEqual([undefined, false]);
  });

  test('of a makefile and of Cargo are built by the methods that the template names', async () => {
    const script = "build-Made:\n\tprintf '#!/bin/sh\\n' > $(ARTIFACTS_DIR)/bootstrap\n\tchmod +x $(ARTIFACTS_DIR)/bootstrap\n";
    const project = newProject({
      'template.yaml': template(
        fn('Made', 'made', 'Metadata: { BuildMethod: makefile }'),
        fn('Rust', 'rust', 'Metadata: { BuildMethod: rust-cargolambda, BuildProperties: { Binary: refunds } }'),
      ),
      'made/Makefile': script, 'rust/Cargo.toml': '[package]\nname = "orders"\nversion = "0.1.0"\n',
      'rust/src/main.rs': 'fn main() {}\n', 'rust/src/bin/refunds.rs': 'fn main() {}\n',
    });
    const opened = await openSource(project.file('template.yaml'), { environment: {} });
    const [api] = readAssembly(opened.assembly);
    expect(Object.values(api?.spec.functions ?? {}).map(({ unavailable }) => unavailable)).toEqual([undefined, undefined]);
    expect(Object.keys(api?.code ?? {}).sort()).toEqual(['Made', 'Rust']);
  });

  test('of Python are what a makefile makes, where the handler is not in the directory', async () => {
    const python = (id: string, handler: string) => fn(id, 'made', 'Metadata: { BuildMethod: makefile }')
      .replace(/Runtime: [^,}\n]*/, 'Runtime: python3.12').replace(/Handler: [^,}\n]*/, `Handler: ${handler}`);
    const project = newProject({
      'template.yaml': template(python('Made', 'report.handler'), python('There', 'src.report.handler')),
      'made/Makefile': 'build-Made:\n\tcp src/report.py $(ARTIFACTS_DIR)/\n', 'made/src/report.py': 'def handler(event, context): pass\n',
    });
    const opened = await openSource(project.file('template.yaml'), { environment: {} });
    const [api] = readAssembly(opened.assembly);
    expect(Object.values(api?.spec.functions ?? {}).map(({ unavailable }) => unavailable)).toEqual([undefined, undefined]);
    const files = (name: string) => readdirSync(api?.code?.[name]?.directory ?? '').sort();
    expect([files('Made'), files('There')]).toEqual([['report.py'], ['Makefile', 'src']]);
  });

  test('are not built by commands that read the definition alone', async () => {
    const project = newProject({ 'template.yaml': template(fn('Made', 'made', 'Metadata: { BuildMethod: makefile }')) });
    project.write('made/Makefile', `build-Made:\n\ttouch ${project.file('ran')}\n`);
    const { out, code } = await synthgate(project.directory, ['ls', 'template.yaml', '--json']);
    const rows = JSON.parse(out) as { readonly stage: string; readonly unavailable: string | null }[];
    expect([code, rows.map(({ stage, unavailable }) => [stage, unavailable])]).toEqual([0, [['Prod', null], ['Stage', null]]]);
    expect(await synthgate(project.directory, ['openapi', 'template.yaml'])).toMatchObject({ code: 0 });
    expect(existsSync(project.file('ran'))).toBe(false);
  });
});
