import path from 'node:path';
import { recognizeSource } from '../../lib/importers';
import { petsSpec, writeAssembly } from '../support/assembly';
import { newProject } from '../support/project';

const project = newProject({
  'template.json': '{"Resources": {}}',
  'template.yaml': 'Transform: [AWS::LanguageExtensions, AWS::Serverless-2016-10-31]\nResources: {}',
  'plain.template': 'Resources: {A: {Type: !Sub x}}',
  'api.yml': 'openapi: 3.0.1\npaths: {}',
  'swagger.json': '{"swagger": "2.0", "paths": {}}',
  'serverless.yml': 'service: pets\nprovider: {name: aws}',
  'spec.json': JSON.stringify(petsSpec()),
  'other.json': '{"name": "pets"}',
  'untransformed.yml': 'Resources: {A: {Type: AWS::Serverless::Function}}',
  'empty.yaml': 'Transform: AWS::Serverless-2016-10-31',
  'sam/template.yml': 'Transform: AWS::Serverless-2016-10-31\nResources: {}',
  'configured/samconfig.toml': '[default.build.parameters]\ntemplate = "infra/api.yaml"',
  'configured/infra/api.yaml': 'openapi: 3.0.1',
  'framework/serverless.yml': 'service: pets\nprovider: {name: aws}',
  'neither/README.md': 'Nothing',
  'cdk.out/manifest.json': '{"version": "36.0.0", "artifacts": {}}',
});

test.each([
  ['template.json', 'template'], ['template.yaml', 'sam'], ['plain.template', 'template'], ['api.yml', 'open-api'], ['swagger.json', 'open-api'],
  ['serverless.yml', 'serverless'], ['spec.json', 'assembly'], ['other.json', 'unknown'], ['cdk.out', 'cloud-assembly'],
  ['cdk.out/manifest.json', 'cloud-assembly'], ['missing', 'assembly'], ['untransformed.yml', 'sam'], ['empty.yaml', 'sam'],
])('%s is recognized by its content: %s', (name, kind) => {
  expect(recognizeSource(project.file(name)).kind).toBe(kind);
});

test.each([
  ['sam', 'sam'], ['configured', 'open-api'], ['framework', 'serverless'], ['neither', 'assembly'],
])('the directory %s is recognized by what it defines: %s', (name, kind) => {
  expect(recognizeSource(project.file(name)).kind).toBe(kind);
});

test('an assembly of synthgate is one, also inside a cloud assembly', () => {
  writeAssembly(project.file('gateway.out'), [petsSpec()]);
  writeAssembly(project.file('mixed.out/gateway.out'), [petsSpec()]);
  project.write('mixed.out/manifest.json', '{"version": "36.0.0", "artifacts": {}}');
  const kinds = ['gateway.out', path.join('gateway.out', 'manifest.json'), 'mixed.out'].map((name) => recognizeSource(project.file(name)).kind);
  expect(kinds).toEqual(['assembly', 'assembly', 'assembly']);
});
