import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { GatewayError, type Issue } from '../../../lib/errors';
import { importCloudAssembly, importSource, type ImportedSource } from '../../../lib/importers';
import { boundsOf } from '../../../lib/importers/document/source-bounds';
import { synthgate } from '../../support/command-line';
import { newProject, type Project } from '../../support/project';

const yaml = (value: unknown): string => JSON.stringify(value);
const REST = { Type: 'AWS::ApiGateway::RestApi' };
const GET = { get: { 'responses': { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': { type: 'mock' } } };
const OPENAPI = { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: { '/pets': GET } };
const include = (Location: string) => ({ 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location } } });
const sam = (properties: object) => ({ Transform: 'AWS::Serverless-2016-10-31', Resources: { Api: { Type: 'AWS::Serverless::Api', Properties: { StageName: 'prod', ...properties } } } });
const MANIFEST = { version: '36.0.0', artifacts: { Pets: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Pets.template.json' } } } };

/** Sources that name `shared.yaml`, two directories above the package that they are in; with how the import sees what is in it. */
const SOURCES: readonly [name: string, shared: unknown, source: string, files: Record<string, unknown>][] = [
  ['$ref of an OpenAPI document', { pets: GET }, 'openapi.yaml', { 'openapi.yaml': { ...OPENAPI, paths: { '/pets': { $ref: '../../shared.yaml#/pets' } } } }],
  ['AWS::Include of a template', OPENAPI, 'template.yaml', { 'template.yaml': { Resources: { Api: { ...REST, Properties: { Body: include('../../shared.yaml') } } } } }],
  ['AWS::Include in the resources of a template', { Api: { ...REST, Properties: { Body: OPENAPI } } }, 'template.yaml', { 'template.yaml': { Resources: include('../../shared.yaml') } }],
  ['BodyS3Location of a template', OPENAPI, 'template.yaml', { 'template.yaml': { Resources: { Api: { ...REST, Properties: { BodyS3Location: '../../shared.yaml' } } } } }],
  ['$ref in the Body of a template', { pets: GET }, 'template.yaml', {
    'template.yaml': { Resources: { Api: { ...REST, Properties: { Body: { ...OPENAPI, paths: { '/pets': { $ref: '../../shared.yaml#/pets' } } } } } } },
  }],
  ['TemplateURL of a nested stack', { Resources: { Api: { ...REST, Properties: { Body: OPENAPI } } } }, 'template.yaml', {
    'template.yaml': { Resources: { Nested: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: '../../shared.yaml' } } } },
  }],
  ['AWS::Include of a SAM template', OPENAPI, 'template.yaml', { 'template.yaml': sam({ DefinitionBody: include('../../shared.yaml') }) }],
  ['DefinitionUri of a SAM template', OPENAPI, 'template.yaml', { 'template.yaml': sam({ DefinitionUri: '../../shared.yaml' }) }],
  ['Location of a SAM application', { Resources: { Api: { ...REST, Properties: { Body: OPENAPI } } } }, 'template.yaml', {
    'template.yaml': { Transform: 'AWS::Serverless-2016-10-31', Resources: { App: { Type: 'AWS::Serverless::Application', Properties: { Location: '../../shared.yaml' } } } },
  }],
  ['the template of a samconfig.yaml', { Resources: { Api: { ...REST, Properties: { Body: OPENAPI } } } }, '.', {
    'samconfig.yaml': { default: { global: { parameters: { template_file: '../../shared.yaml' } } } },
  }],
  ['file() of a serverless.yml', { events: [{ http: 'GET /pets' }] }, 'serverless.yml', {
    'serverless.yml': { service: 'pets', provider: { name: 'aws', runtime: 'nodejs22.x' }, functions: { pets: '${file(../../shared.yaml)}' } },
  }],
  ['AWS::Include in a cloud assembly', OPENAPI, 'cdk.out', {
    'cdk.out/manifest.json': MANIFEST, 'cdk.out/Pets.template.json': { Resources: { Api: { ...REST, Properties: { Body: include('../../../shared.yaml') } } } },
  }],
];

const written = (shared: unknown, files: Record<string, unknown>): Project => newProject({
  'shared.yaml': yaml(shared), 'apps/pets/package.json': '{}', ...Object.fromEntries(Object.entries(files).map(([name, value]) => [`apps/pets/${name}`, yaml(value)])),
});
const methodsIn = ({ apis }: Pick<ImportedSource, 'apis'>): readonly string[] =>
  apis.flatMap(({ spec }) => Object.values(spec.resources ?? {}).flatMap(({ methods = {} }) => Object.keys(methods)));
const methodsOf = (file: string, allowOutside = false): readonly string[] => methodsIn(importSource(file, { allowOutside }));

describe.each(SOURCES)('%s', (_, shared, source, files) => {
  test('is refused outside the project, with the option that allows it', () => {
    const project = written(shared, files);
    expect(() => methodsOf(project.file(`apps/pets/${source}`))).toThrow(expect.objectContaining({
      code: 'SOURCE_OUTSIDE', location: project.file('shared.yaml'), details: { root: project.file('apps/pets') },
    }));
  });

  test('is read with allowOutside, and inside a repository', () => {
    const project = written(shared, files);
    const file = project.file(`apps/pets/${source}`);
    expect(methodsOf(file, true)).toEqual(['GET']);
    mkdirSync(project.file('.git'));
    expect(methodsOf(file)).toEqual(['GET']);
  });
});

test('a link in the project leads outside of it, and a project behind a link is one', () => {
  const project = written(OPENAPI, { 'template.yaml': { Resources: { Api: { ...REST, Properties: { BodyS3Location: 'body.yaml' } } } } });
  symlinkSync('../../shared.yaml', project.file('apps/pets/body.yaml'));
  expect(() => methodsOf(project.file('apps/pets/template.yaml'))).toThrow(expect.objectContaining({ code: 'SOURCE_OUTSIDE' }));
  const linked = written({}, { 'template.yaml': { Resources: { Api: { ...REST, Properties: { BodyS3Location: 'body.yaml' } } } }, 'body.yaml': OPENAPI });
  symlinkSync(linked.file('apps/pets'), linked.file('link'));
  expect(methodsOf(linked.file('link/template.yaml'))).toEqual(['GET']);
});

test('a samconfig.toml that is a link to another file is refused', () => {
  const project = written({}, { 'template.yaml': { Resources: { Api: { ...REST, Properties: { Body: OPENAPI } } } } });
  symlinkSync('../../shared.yaml', project.file('apps/pets/samconfig.toml'));
  expect(() => methodsOf(project.file('apps/pets'))).toThrow(expect.objectContaining({ code: 'SOURCE_OUTSIDE' }));
});

test('a home directory and the root of the file system are not taken for a project', () => {
  expect([boundsOf(homedir()).root, boundsOf('/').root, boundsOf('/nowhere/at/all').root]).toEqual([homedir(), '/', '/nowhere/at/all']);
});

describe('code outside the project', () => {
  const FUNCTION = { Runtime: 'nodejs22.x', Handler: 'index.handler' };
  const event = (name: string) => ({ Get: { Type: 'Api', Properties: { Path: `/${name}`, Method: 'get' } } });
  const resources = (codes: Record<string, string>) => Object.fromEntries(Object.entries(codes).map(([name, CodeUri]) =>
    [name, { Type: 'AWS::Serverless::Function', Properties: { ...FUNCTION, CodeUri, Events: event(name) } }]));
  const template = { Transform: 'AWS::Serverless-2016-10-31', Resources: resources({ Pets: '../../libs/pets', Own: 'own', Cats: '../../libs/cats' }) };
  const notices = (issues: readonly Issue[]) => issues.filter(({ code }) => code === 'IMPORT_CODE_OUTSIDE').map(({ message }) => message);
  const monorepo = (): Project => {
    const project = written({}, { 'template.yaml': template, 'own/index.js': '', 'serverless.yml': {
      service: 'pets', provider: { name: 'aws', runtime: 'nodejs22.x' }, functions: { pets: { handler: '../../libs/pets/index.handler', events: [{ http: 'GET /pets' }] } },
    } });
    for (const name of ['pets', 'cats']) project.write(`libs/${name}/index.js`, 'exports.handler = async () => ({ statusCode: 200 });');
    return project;
  };

  test('of a SAM template and of a serverless.yml is read, with one notice', () => {
    const project = monorepo();
    const { apis, issues } = importSource(project.file('apps/pets/template.yaml'));
    expect([...apis[0]?.code.keys() ?? []]).toEqual(['Pets', 'Own', 'Cats']);
    expect(notices(issues)).toEqual([`code outside the project ${project.file('apps/pets')} is read: ../../libs/cats, ../../libs/pets`]);
    const serverless = importSource(project.file('apps/pets/serverless.yml'));
    expect(notices(serverless.issues)).toEqual([`code outside the project ${project.file('apps/pets')} is read: ../../libs/pets/index.js`]);
  });

  test('is not noticed with allowOutside, nor inside a repository', () => {
    const project = monorepo();
    expect(notices(importSource(project.file('apps/pets/template.yaml'), { allowOutside: true }).issues)).toEqual([]);
    mkdirSync(project.file('.git'));
    expect(notices(importSource(project.file('apps/pets/template.yaml')).issues)).toEqual([]);
  });

  test('the command prints the notice, and is strict all the same', async () => {
    const project = monorepo();
    const { code, err } = await synthgate(project.file('apps/pets'), ['import', 'template.yaml', '--strict']);
    expect([code, err]).toEqual([0, expect.stringContaining('is read: ../../libs/cats, ../../libs/pets')]);
    expect((await synthgate(project.file('apps/pets'), ['import', 'template.yaml', '--allow-outside'])).err).toBe('');
  });
});

describe('the command line', () => {
  const project = written({ pets: GET }, { 'openapi.yaml': { ...OPENAPI, paths: { '/pets': { $ref: '../../shared.yaml#/pets' } } } });
  const run = (...args: string[]) => synthgate(project.file('apps/pets'), args);

  test.each([['ls', 'openapi.yaml'], ['import', 'openapi.yaml'], ['openapi', 'openapi.yaml'], ['synth', 'openapi.yaml']])('%s refuses, and reads with --allow-outside', async (...args) => {
    expect(await run(...args)).toMatchObject({ code: 3, err: expect.stringMatching(/shared\.yaml[^]*--allow-outside/) as string });
    expect(await run(...args, '--allow-outside')).toMatchObject({ code: 0 });
  });

  test('every command that reads a source has the option', async () => {
    for (const command of ['dev', 'serve', 'exec', 'ls', 'import', 'synth', 'openapi', 'token', 'invoke', 'deploy', 'template render']) {
      expect([command, (await run(...command.split(' '), '--help')).out]).toEqual([command, expect.stringContaining('--allow-outside')]);
    }
  });
});

test('assets of a cloud assembly belong to it wherever they are', () => {
  const project = newProject({
    'apps/pets/package.json': '{}', 'libs/pets/index.js': 'exports.handler = async () => ({ statusCode: 200 });', 'shared.yaml': yaml(OPENAPI),
    'apps/pets/cdk.out/manifest.json': yaml({ version: '36.0.0', artifacts: { ...MANIFEST.artifacts, Assets: { type: 'cdk:asset-manifest', properties: { file: 'Pets.assets.json' } } } }),
  });
  const asset = (source: string, objectKey: string) => ({ source: { path: source }, destinations: { here: { objectKey } } });
  project.write('apps/pets/cdk.out/Pets.assets.json', yaml({ files: { a: asset(project.file('libs/pets'), 'code.zip'), b: asset(project.file('shared.yaml'), 'body.yaml') } }));
  const invoke = { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Pets.Arn}/invocations' };
  project.write('apps/pets/cdk.out/Pets.template.json', yaml({ Resources: {
    Pets: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs22.x', Handler: 'index.handler', Code: { S3Bucket: 'assets', S3Key: 'code.zip' } } },
    Check: { Type: 'AWS::ApiGateway::Authorizer', Properties: { Name: 'Check', Type: 'REQUEST', RestApiId: { Ref: 'Api' }, IdentitySource: 'method.request.header.A', AuthorizerUri: invoke } },
    Api: { ...REST, Properties: { BodyS3Location: { Bucket: 'assets', Key: 'body.yaml' } } },
    Own: { ...REST, Properties: { Name: 'Own' } },
    Method: { Type: 'AWS::ApiGateway::Method', Properties: {
      RestApiId: { Ref: 'Own' }, ResourceId: { 'Fn::GetAtt': ['Own', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE',
      Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invoke },
    } },
  } }));
  const { apis, issues } = importCloudAssembly(project.file('apps/pets/cdk.out'), {});
  const code = { type: 'directory', directory: project.file('libs/pets'), handler: 'index.handler' };
  expect(apis.flatMap((api) => [...api.code.values()])).toEqual([code, code]);
  expect(methodsIn({ apis })).toEqual(['GET', 'GET']);
  expect(issues.map(({ code }) => code)).not.toContain('IMPORT_CODE_OUTSIDE');
});

test('the error is coded', () => {
  const project = written({}, { 'template.yaml': { Resources: include('/etc/passwd') } });
  expect(() => importSource(project.file('apps/pets/template.yaml'))).toThrow(GatewayError);
  expect(() => importSource(project.file('apps/pets/template.yaml'))).toThrow(/etc\/passwd: this file is outside the project/);
});
