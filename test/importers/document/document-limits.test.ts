import { execFileSync } from 'node:child_process';
import { GatewayError } from '../../../lib/errors';
import { checkDepth, DOCUMENT_LIMITS, LoopBudget } from '../../../lib/importers/document/document-limits';
import { parseDocument } from '../../../lib/importers/document/read-document';
import { importSamTemplate, importServerless, importTemplate } from '../../../lib/importers/template/import-template';
import { importOpenApi } from '../../../lib/openapi';
import { newProject } from '../../support/project';

/** The reason of a refusal with SOURCE_UNREADABLE. */
function reasonOf(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'SOURCE_UNREADABLE') throw error;
    return String(error.details.reason);
  }
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const parse = (text: string, name = 'a.json') => parseDocument(`/nowhere/${name}`, text);
const resource = (type: string): string => `{"A":{"Type":"${type}","Properties":{"Name":${nested(100_000)}}}}`;
const TOO_DEEP = 'it is nested more than 500 deep';

test('a value may be as deep as the limit and not deeper', () => {
  expect(reasonOf(() => { checkDepth(JSON.parse(nested(DOCUMENT_LIMITS.depth)), 'a.json'); })).toBe('read');
  expect(reasonOf(() => { checkDepth(JSON.parse(nested(DOCUMENT_LIMITS.depth + 1)), 'a.json'); })).toBe(TOO_DEEP);
});

test.each([
  ['a template', () => importTemplate(parse(`{"Resources":${resource('AWS::ApiGateway::RestApi')}}`), {})],
  ['a SAM template', () => importSamTemplate(parse(`{"Transform":"AWS::Serverless-2016-10-31","Resources":${resource('AWS::Serverless::Api')}}`), {})],
  ['a serverless.yml', () => importServerless(parse(`{"service":"a","provider":"aws","functions":${nested(100_000)}}`), {})],
  ['an Fn::Join of 3,000 others', () => parse(`{"a":${'{"Fn::Join":["",['.repeat(3_000)}"a"${']]}'.repeat(3_000)}}`)],
  ['an alias in what it stands for', () => parse('a: &a [*a]', 'a.yaml')],
])('%s that is nested too deeply is refused with a code', (_, read) => {
  expect(reasonOf(read)).toBe(TOO_DEEP);
});

test.each([600, 100_000])('YAML that is %d deep is refused with a code', (depth) => {
  expect(reasonOf(() => parse(`a: ${nested(depth)}`, 'a.yaml'))).not.toBe('read');
});

test('the code of a function is not read from a pipe', () => {
  const project = newProject({});
  execFileSync('mkfifo', [project.file('code.zip')]);
  const Resources = {
    Pets: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs22.x', Handler: 'index.handler', Code: 'code.zip' } },
    Check: { Type: 'AWS::ApiGateway::Authorizer', Properties: {
      Name: 'Check', Type: 'TOKEN', RestApiId: { Ref: 'Api' }, IdentitySource: 'method.request.header.Authorization',
      AuthorizerUri: { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Pets.Arn}/invocations' },
    } },
    Get: { Type: 'AWS::ApiGateway::Method', Properties: {
      RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Check' },
      Integration: { Type: 'MOCK' },
    } },
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
  };
  const { apis: [api] } = importTemplate(parseDocument(project.file('template.json'), JSON.stringify({ Resources })), {});
  expect(api?.code.size).toBe(0);
  expect(api?.spec.functions?.Pets).toMatchObject({ unavailable: 'code.zip is neither a file nor a directory' });
});

test('loops make as many members as the limit and not more', () => {
  const budget = new LoopBudget('a.yaml');
  budget.spend(DOCUMENT_LIMITS.loopMembers);
  expect(reasonOf(() => { budget.spend(1); })).toBe('its Fn::ForEach make more than 20000 members');
});

test('loops in loops that would make 27 million members are refused with a code', () => {
  const items = Array.from({ length: 300 }, (_, index) => `i${index}`);
  const inner = { 'Fn::ForEach::C': ['C', items, { '${A}${B}${C}': { Type: 'AWS::SNS::Topic' } }] };
  const Resources = { 'Fn::ForEach::A': ['A', items, { 'Fn::ForEach::B': ['B', items, inner] }] };
  expect(reasonOf(() => importTemplate(parse(JSON.stringify({ Resources })), {}))).toBe('its Fn::ForEach make more than 20000 members');
});

test('a document has at most 5,000 paths', () => {
  const paths = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${index}`, {}]));
  expect(reasonOf(() => importOpenApi({ openapi: '3.0.0', paths: paths(5_000) }))).toBe('read');
  expect(reasonOf(() => importOpenApi({ openapi: '3.0.0', paths: paths(5_001) }))).toBe('it has 5001 paths, and 5000 can be imported');
});

test('references that need themselves lead nowhere', () => {
  const { issues } = importOpenApi({ openapi: '3.0.0', paths: { '/a': { $ref: '#/paths/~1a/x' } } });
  expect(issues.map(({ message }) => message)).toContain('the reference #/paths/~1a/x leads nowhere: it leads back to itself');
});
