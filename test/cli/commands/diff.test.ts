import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { writeAssembly } from '../../support/assembly';
import { startCommand } from '../../support/served-command';
import { complete, specInput, type MethodInput } from '../../support/spec';
import { synthgate, type CommandResult } from '../../support/command-line';
import { newProject, type Project } from '../../support/project';

const MOCK_INTEGRATION = { type: 'mock', responses: [{ statusCode: '200' }] } as const;
const orders = (settings: Partial<MethodInput> = {}) => complete(specInput({
  api: { id: 'orders', name: 'Orders' },
  resources: { '/orders': { id: 'r0', methods: { POST: { integration: { ...MOCK_INTEGRATION, responses: [...MOCK_INTEGRATION.responses] }, methodResponses: { 200: {} }, ...settings } } } },
}));

/** A project with two definitions: the second one requires an API key. */
function twoSides(): Project {
  return newProject({ 'old.gateway.json': JSON.stringify(orders()), 'new.gateway.json': JSON.stringify(orders({ apiKeyRequired: true, operationName: 'createOrder' })) });
}

const diff = (project: Project, ...parameters: string[]): Promise<CommandResult> => synthgate(project.directory, ['diff', ...parameters]);
const FILES = ['old.gateway.json', 'new.gateway.json'];
const FINGERPRINT = '9e803a4d596c';

test('says what callers notice, worst first, and ends with code 2', async () => {
  const { code, out, err } = await diff(twoSides(), ...FILES);
  expect([code, err]).toEqual([2, '']);
  expect(out).toBe(`old.gateway.json → new.gateway.json: 1 breaking, 1 cosmetic

POST /orders
  breaking  api-key-required  apiKeyRequired: false → true
            Callers without one get 403. [${FINGERPRINT}]
  cosmetic  operation-named  operationName: none → createOrder
            Generated clients get a name for it. [${/operation-named.*\n.*\[([0-9a-f]+)\]/.exec(out)?.[1] ?? ''}]

next version: major · rules synthgate/1
`);
});

test('the same definition is no finding, and what callers do not notice is listed', async () => {
  const project = twoSides();
  expect(await diff(project, 'old.gateway.json', 'old.gateway.json')).toEqual({
    code: 0, err: '', out: 'old.gateway.json → old.gateway.json: no change that callers notice\n\nno new version needed · rules synthgate/1\n',
  });
});

test('--fail-on chooses the levels that fail', async () => {
  const project = twoSides();
  expect((await diff(project, ...FILES, '--fail-on', 'none')).code).toBe(0);
  expect((await diff(project, ...FILES, '--fail-on', 'security')).code).toBe(0);
  expect((await diff(project, ...FILES, '--fail-on', 'cosmetic')).code).toBe(2);
  expect(await diff(project, ...FILES, '--fail-on', 'serious')).toMatchObject({ code: 3, out: '', err: expect.stringContaining('expected breaking, security, behavior, cosmetic, with commas') as string });
});

test('--consumers leaves out what the others notice', async () => {
  const { out } = await diff(twoSides(), ...FILES, '--consumers', 'http');
  expect(out).toContain('api-key-required');
  expect(out).not.toContain('operation-named');
});

test('an accepted finding is closed, an expired one open again, an unused one a warning', async () => {
  const project = twoSides();
  const accepted = await diff(project, ...FILES, '--accept', FINGERPRINT, '--reason', 'every client has a key', '--until', '2999-12-31', '--by', 'ana');
  expect(accepted).toEqual({ code: 0, err: '', out: 'accepted: api-key-required POST /orders apiKeyRequired\n' });
  const file = path.join(project.directory, 'synthgate.accepted.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([{
    fingerprint: FINGERPRINT, api: 'Orders', rule: 'api-key-required', place: 'POST /orders apiKeyRequired', reason: 'every client has a key', until: '2999-12-31', by: 'ana',
  }]);
  const closed = await diff(project, ...FILES);
  expect([closed.code, closed.out]).toEqual([0, expect.stringContaining('1 accepted\nnext version: major')]);
  expect((await diff(project, ...FILES, '--changelog')).out).toContain('Callers without one get 403.');
  const filtered = await diff(project, ...FILES, '--consumers', 'handler');
  expect(filtered.out).toBe('old.gateway.json → new.gateway.json: no open finding\n\n2 left out by --consumers or --api\nno new version needed · rules synthgate/1\n');
  expect((await diff(project, 'old.gateway.json', 'old.gateway.json')).out).toContain(`unused: ${FINGERPRINT} POST /orders apiKeyRequired is accepted, and has not changed`);
  writeFileSync(file, readFileSync(file, 'utf8').replace('2999', '2001'));
  const expired = await diff(project, ...FILES, '--fail-on', 'none');
  expect([expired.code, expired.out]).toEqual([2, expect.stringContaining(`expired: ${FINGERPRINT} POST /orders apiKeyRequired was accepted until 2001-12-31`)]);
});

test('findings of two APIs are told apart', async () => {
  const [then, now] = [false, true].map((apiKeyRequired) => ['Orders', 'Parcels'].map((name) => ({ ...orders({ apiKeyRequired }), api: { ...orders().api, id: name.toLowerCase(), name } })));
  const project = newProject({});
  writeAssembly(project.file('old'), then ?? []);
  writeAssembly(project.file('new'), now ?? []);
  for (const format of ['--format=markdown', '--format=github', '--changelog']) {
    expect((await diff(project, 'old', 'new', format)).out).toMatch(/Orders · POST [^]*Parcels · POST /);
  }
  expect((await diff(project, 'old', 'new', '--accept', FINGERPRINT, '--reason', 'x')).err).toContain('add --api with Orders or Parcels');
  expect((await diff(project, 'old', 'new', '--accept', FINGERPRINT, '--reason', 'x', '--api', 'Parcels')).code).toBe(0);
  const { out } = await diff(project, 'old', 'new', '--api', 'Orders');
  expect(out).toContain('1 left out by --consumers or --api');
  expect(out).not.toContain('unused');
});

test('names are printed on one line, and control no terminal', async () => {
  const project = newProject({ 'old.gateway.json': JSON.stringify(orders({ operationName: 'a' })), 'new.gateway.json': JSON.stringify(orders({ operationName: 'b\n::error::x\u001b[31m' })) });
  const { out } = await diff(project, ...FILES);
  expect(out).not.toMatch(/^::error|\u001b/m);
});

test('an acceptance needs a reason and a finding', async () => {
  const project = twoSides();
  expect((await diff(project, ...FILES, '--accept', FINGERPRINT)).err).toContain('--reason is ""; expected why the finding is accepted');
  expect((await diff(project, ...FILES, '--accept', '0'.repeat(12), '--reason', 'x')).err).toContain(`expected ${FINGERPRINT}`);
  expect((await diff(project, ...FILES, '--reason', 'x')).err).toContain('[OPTION_INVALID]');
  for (const until of ['soon', '2999-02-30', '2001-01-01']) {
    expect((await diff(project, ...FILES, '--accept', FINGERPRINT, '--reason', 'x', '--until', until)).err).toContain('a date such as 2027-06-30, which is not past');
  }
});

test('a damaged file of acceptances compares nothing', async () => {
  const project = twoSides();
  project.write('synthgate.accepted.json', '[{"fingerprint": "x"}]');
  const { code, out, err } = await diff(project, ...FILES);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/0\.fingerprint: .*twelve hexadecimal digits.* \[DIFF_ACCEPTED_INVALID\]/);
});

test('documents of HTTP APIs are compared as such, also with another source', async () => {
  const document = (scopes: readonly string[], allowOrigins: readonly string[]): string => JSON.stringify({
    'openapi': '3.0.1', 'info': { title: 'Shop', version: '1' }, 'x-amazon-apigateway-cors': { allowOrigins },
    'paths': { '/a': { get: { 'security': [{ Users: scopes }], 'x-amazon-apigateway-integration': { type: 'http_proxy', uri: 'https://a.test', httpMethod: 'GET', payloadFormatVersion: '1.0' } } } },
    'components': { securitySchemes: { Users: { 'type': 'oauth2', 'x-amazon-apigateway-authorizer': { type: 'jwt', identitySource: '$request.header.Authorization', jwtConfiguration: { issuer: 'https://issuer.test', audience: ['a'] } } } } },
  });
  const project = newProject({ 'old.json': document([], ['*']), 'new.json': document(['read'], ['https://a.test']) });
  const { code, out } = await diff(project, 'old.json', 'new.json');
  expect(code).toBe(2);
  expect(out).toMatch(/GET \/a\n +breaking +scope-added/);
  expect(out).toMatch(/breaking +http-cors-narrowed/);
  const template = { Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Shop', Body: JSON.parse(document([], ['*'])) as object } }, Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Api' }, StageName: '$default', AutoDeploy: true } } } };
  writeFileSync(path.join(project.directory, 'template.json'), JSON.stringify(template));
  // their ids alone differ
  expect((await diff(project, 'template.json', 'old.json')).out).toMatch(/: 1 behavior\n\nAPI\n +behavior +api-id-changed/);
});

test('the name of a template is no change', async () => {
  const template = JSON.stringify({ Resources: {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Orders' } },
    Root: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } } },
  } });
  const project = newProject({ 'before.json': template, 'after.json': template, 'template.json': template });
  for (const sides of [['before.json', 'after.json'], ['before.json']]) expect((await diff(project, ...sides)).out).toContain('no change that callers notice');
});

test('documents are compared with what API Gateway does not import of them', async () => {
  const document = (properties: object, values: readonly string[]) => JSON.stringify({
    openapi: '3.0.1', info: { title: 'Orders', version: '1' }, paths: { '/orders': { get: {
      parameters: [{ name: 'sort', in: 'query', schema: { enum: values } }],
      responses: { 200: { description: 'all', content: { 'application/json': { schema: { type: 'object', properties } } } } },
    } } },
  });
  const [id, note] = [{ type: 'string' }, { type: 'string', nullable: true }];
  const project = newProject({ 'old.json': document({ id, note: id }, ['id', 'date']), 'new.json': document({ note }, ['id']) });
  const { code, out } = await diff(project, 'old.json', 'new.json');
  expect(code).toBe(2);
  expect(out).toContain('breaking  response-property-removed  response 200 application/json /id');
  expect(out).toContain('breaking  response-null-added  response 200 application/json /note');
  expect(out).toContain('behavior  parameter-narrowed  querystring sort: {"enum":["id","date"]} → {"enum":["id"]}');
});

test('documents in S3 and addresses of templates are compared', async () => {
  const template = (key: string, isDisabled: boolean, policy: string) => JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', Resources: {
    Api: { Type: 'AWS::Serverless::Api', Properties: { StageName: 'prod', DefinitionUri: `s3://bucket/${key}`, Domain: { DomainName: 'rest.example.com', CertificateArn: 'arn', SecurityPolicy: policy } } },
    Http: { Type: 'AWS::Serverless::HttpApi', Properties: { DisableExecuteApiEndpoint: isDisabled, Domain: { DomainName: 'api.example.com', CertificateArn: 'arn', SecurityPolicy: policy } } },
  } });
  const project = newProject({ 'old.json': template('a.yaml', false, 'TLS_1_2'), 'same.json': template('a.yaml', false, 'TLS_1_2'), 'new.json': template('b.yaml', true, 'TLS_1_0') });
  const { code, out } = await diff(project, 'old.json', 'new.json');
  expect(code).toBe(2);
  expect(out).toContain('breaking  unread-changed  BodyS3Location: {"Bucket":"bucket","Key":"a.yaml"} → {"Bucket":"bucket","Key":"b.yaml"}');
  expect(out).toContain('breaking  default-endpoint-disabled  enabled → disabled');
  for (const domain of ['Api · domain rest.example.com', 'Http · domain api.example.com']) expect(out).toContain(`${domain}\n  security  tls-weakened  TLS: TLS_1_2 → TLS_1_0`);
  expect((await diff(project, 'old.json', 'same.json')).out).toContain('no change that callers notice');
});

test('a revision has the declared parts that it had', async () => {
  const document = (schema: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Orders', version: '1' },
    paths: { '/orders': { get: { responses: { 200: { description: 'all', content: { 'application/json': { schema } } } } } } } });
  const project = newProject({ 'openapi.json': document({ type: 'string' }) });
  const git = (...parameters: string[]): string => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: project.directory, encoding: 'utf8' });
  for (const command of [['init', '-q'], ['add', '.'], ['commit', '-q', '-m', 'first']]) git(...command);
  writeFileSync(project.file('openapi.json'), document({ type: ['string', 'null'] }));
  expect((await diff(project)).out).toContain('breaking  response-null-added  response 200 application/json: string → null, string');
});

describe('formats', () => {
  test('JSON follows its published schema', async () => {
    const project = twoSides();
    const schema = JSON.parse((await diff(project, '--json-schema')).out) as object;
    const report = JSON.parse((await diff(project, ...FILES, '--format', 'json')).out) as { readonly findings: unknown[] };
    const validate = new Ajv2020().compile(schema);
    expect([validate(report), validate.errors]).toEqual([true, null]);
    expect(report).toMatchObject({ ruleSet: 'synthgate/1', semver: 'major', findings: [{ api: 'Orders', rule: 'api-key-required', level: 'breaking', before: false, after: true, fingerprint: FINGERPRINT }, {}] });
  });

  test('Markdown has a line for each finding, and no markup of a definition', async () => {
    const project = newProject({
      'old.gateway.json': JSON.stringify(orders({ operationName: '<img src=x> `a`' })), 'new.gateway.json': JSON.stringify(orders({ operationName: 'b', apiKeyRequired: true })),
    });
    const { out } = await diff(project, ...FILES, '--format', 'markdown');
    expect(out).toContain('## API changes: 1 breaking, 1 behavior');
    expect(out).toContain('- **POST /orders apiKeyRequired**: Callers without one get 403. `api-key-required`<details>');
    expect(out).toContain('`<img src=x> \'a\' → b`');
  });

  test('SARIF, JUnit and annotations of GitHub name rule, level and fingerprint', async () => {
    const project = twoSides();
    const sarif = JSON.parse((await diff(project, ...FILES, '--format', 'sarif')).out) as unknown;
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { rules: [{ id: 'api-key-required' }, { id: 'operation-named' }] } }, results: [{ ruleId: 'api-key-required', level: 'error', partialFingerprints: { 'synthgate/v1': FINGERPRINT } }, { level: 'note' }] }] });
    const junit = (await diff(project, ...FILES, '--format', 'junit')).out;
    expect(junit).toContain('<testsuites name="synthgate diff synthgate/1" tests="2" failures="1">');
    expect(junit).toContain('<failure type="breaking" message="Callers without one get 403.">');
    expect((await diff(project, ...FILES, '--format', 'github')).out.split('\n')[0])
      .toBe(`::error title=breaking%3A api-key-required::POST /orders apiKeyRequired: Callers without one get 403. false → true [${FINGERPRINT}]`);
  });

  test('further reports are written to files', async () => {
    const project = twoSides();
    const { code, out } = await diff(project, ...FILES, '--write', 'markdown=reports/api.md', '--write', 'json=api.json');
    expect([code, out]).toEqual([2, expect.stringContaining('api-key-required  apiKeyRequired: false → true')]);
    expect(readFileSync(project.file('reports/api.md'), 'utf8')).toMatch(/^## API changes: 1 breaking, 1 cosmetic\n/);
    expect(JSON.parse(readFileSync(project.file('api.json'), 'utf8'))).toMatchObject({ ruleSet: 'synthgate/1' });
    expect(await diff(project, ...FILES, '--write', 'html=a')).toMatchObject({ code: 3, out: '', err: expect.stringContaining('expected <format>=<file>, with one of text') as string });
    expect(await diff(project, ...FILES, '--write', 'json=old.gateway.json/a')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('[OUTPUT_NOT_WRITTEN]') as string });
  });

  test('a changelog has a section for each level', async () => {
    expect((await diff(twoSides(), ...FILES, '--changelog')).out).toBe('### Breaking\n\n- `POST /orders apiKeyRequired`: Callers without one get 403.\n\n### Other\n\n- `POST /orders operationName`: Generated clients get a name for it.\n');
  });
});

describe('revisions', () => {
  const document = (required: boolean) => JSON.stringify({
    openapi: '3.0.1', info: { title: 'Orders', version: '1.0' },
    paths: { '/orders': { get: { 'parameters': [{ name: 'limit', in: 'query', required, schema: { type: 'string' } }], 'responses': { 200: { description: 'all' } }, 'x-amazon-apigateway-integration': { type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: { default: { statusCode: '200' } } } } } },
  });

  function repository(): Project {
    const project = newProject({ 'openapi.json': document(false) });
    const git = (...parameters: string[]): string => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: project.directory, encoding: 'utf8' });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    return project;
  }

  const status = ({ directory }: Project): string => execFileSync('git', ['status', '--porcelain'], { cwd: directory, encoding: 'utf8' });

  test('compares HEAD with the working tree, and touches neither', async () => {
    const project = repository();
    expect((await diff(project)).out).toContain('no change that callers notice');
    project.write('openapi.json', document(true));
    const before = status(project);
    const { code, out } = await diff(project, 'main');
    expect(out).toMatch(/^main \([0-9a-f]{7}\) → working tree: 1 behavior/);
    expect(out).toContain('behavior  parameter-became-required  querystring limit: {"required":false} → {"required":true}');
    expect(code).toBe(0);
    expect(status(project)).toBe(before);
    expect(execFileSync('git', ['worktree', 'list'], { cwd: project.directory, encoding: 'utf8' }).trim().split('\n')).toHaveLength(1);
  });

  test('as a hook of git it stops a commit, and touches neither the index nor the history', async () => {
    const project = repository();
    const command = [process.execPath, path.resolve('bin/synthgate'), 'diff', 'HEAD', '--fail-on', 'behavior'].map((word) => `"${word}"`).join(' ');
    writeFileSync(project.file('.git/hooks/pre-commit'), `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 });
    project.write('openapi.json', document(true));
    execFileSync('git', ['add', '.'], { cwd: project.directory });
    const before = status(project);
    const commit = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'stopped'];
    const { status: code, stdout, stderr } = spawnSync('git', commit, { cwd: project.directory, encoding: 'utf8' });
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('parameter-became-required')]);
    expect([before, status(project)]).toEqual(['M  openapi.json\n', before]);
    expect(execFileSync('git', ['log', '--format=%s'], { cwd: project.directory, encoding: 'utf8' })).toBe('first\n');
  });

  test('a signal removes the worktree', async () => {
    const project = repository();
    project.write('synthgate.json', '{ "app": "node app.cjs" }');
    project.write('app.cjs', 'console.error("the app runs"); setTimeout(() => undefined, 20_000);');
    execFileSync('git', ['add', '.'], { cwd: project.directory });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'slow'], { cwd: project.directory });
    const temporary = path.join(project.directory, 'temporary');
    mkdirSync(temporary);
    const command = startCommand(project.directory, ['diff'], { TMPDIR: temporary });
    await command.sees(/the app runs/);
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(143);
    expect(readdirSync(temporary).filter((name) => name.startsWith('synthgate-diff-'))).toEqual([]);
    expect(execFileSync('git', ['worktree', 'list'], { cwd: project.directory, encoding: 'utf8' }).trim().split('\n')).toHaveLength(1);
  });

  test('a revision whose definition cannot be read says so, and prints nothing that looks clean', async () => {
    const project = repository();
    project.write('openapi.json', '{');
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qam', 'broken'], { cwd: project.directory });
    project.write('openapi.json', document(true));
    const { code, out, err } = await diff(project);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/HEAD \([0-9a-f]{7}\) could not be built: reading the definition failed: .*\[DIFF_SIDE_FAILED\]/s);
  });

  test('packages that cannot be installed name the step', async () => {
    const project = repository();
    project.write('package.json', '{ "dependencies": { "a": "1.0.0" } }');
    project.write('package-lock.json', '{ "name": "x", "lockfileVersion": 3, "packages": {} }');
    execFileSync('git', ['add', '.'], { cwd: project.directory });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qam', 'lock'], { cwd: project.directory });
    project.write('package-lock.json', '{}');
    const { code, out, err } = await diff(project);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('package-lock.json differs: installing the packages of that revision');
    expect(err).toMatch(/HEAD could not be built: npm ci failed: /);
    expect(existsSync(path.join(project.directory, 'node_modules'))).toBe(false);
  });

  test('a name that is neither a file nor a revision is an error', async () => {
    expect(await diff(repository(), 'mian')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('[DIFF_SIDE_UNKNOWN]') as string });
    expect(await diff(twoSides(), '--api', 'Cats', ...FILES)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('[DIFF_NOTHING_TO_COMPARE]') as string });
  });
});

test('packages of a workspace are those of the revision', async () => {
  const project = newProject({
    '.gitignore': 'node_modules\n', 'node_modules/marker/index.js': '',
    'packages/api/synthgate.json': '{ "app": "node app.cjs" }',
    'packages/api/app.cjs': 'require("marker"); require("node:fs").cpSync(require("@m/shared"), process.env.SYNTHGATE_OUTDIR, { recursive: true });',
    'packages/shared/index.js': 'module.exports = require("@m/place") + "/prepared";',
    'packages/place/index.js': 'module.exports = __dirname;',
  });
  for (const [link, target] of [['node_modules/@m/shared', 'shared'], ['packages/shared/node_modules/@m/place', 'place']] as const) {
    mkdirSync(path.dirname(project.file(link)), { recursive: true });
    symlinkSync(path.join(project.directory, 'packages', target), project.file(link));
  }
  const prepared = project.file('packages/place/prepared');
  writeAssembly(prepared, [orders()]);
  for (const parameters of [['init', '-q'], ['add', '.'], ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a']]) {
    execFileSync('git', parameters, { cwd: project.directory });
  }
  writeAssembly(prepared, [orders({ apiKeyRequired: true })]);
  const { code, out, err } = await synthgate(project.file('packages/api'), ['diff']);
  expect([code, err]).toEqual([2, '']);
  expect(out).toContain('api-key-required');
});

test('the app of a revision runs there, with the packages that are installed', async () => {
  const project = newProject({
    '.gitignore': 'node_modules\n', 'synthgate.json': '{ "app": "node app.cjs" }', 'node_modules/marker/index.js': 'module.exports = "marker";',
    'app.cjs': 'require("marker"); require("node:fs").cpSync("prepared", process.env.SYNTHGATE_OUTDIR, { recursive: true });',
  });
  writeAssembly(path.join(project.directory, 'prepared'), [orders()]);
  const git = (...parameters: string[]): string => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: project.directory, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeAssembly(path.join(project.directory, 'prepared'), [orders({ apiKeyRequired: true })]);
  const { code, out, err } = await diff(project);
  expect([code, err]).toEqual([2, '']);
  expect(out).toContain('api-key-required');
  expect(existsSync(project.file('gateway.out'))).toBe(false);
});
