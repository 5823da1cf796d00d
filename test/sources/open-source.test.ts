import { readAssembly } from '../../lib/runtime';
import { openSource } from '../../lib/sources';
import { petsSpec, writeAssembly } from '../support/assembly';
import { newProject } from '../support/project';

const template = (name: string): string => JSON.stringify({ Resources: {
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: name } },
  Get: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } } },
} });

const project = newProject({ 'template.json': template('Pets') });
const environment = {};

test('a source becomes an assembly, which follows it', async () => {
  const opened = await openSource(project.file('template.json'), { environment });
  expect(opened.files()).toEqual([project.file('template.json')]);
  expect(readAssembly(opened.assembly).map(({ name }) => name)).toEqual(['Pets']);
  project.write('template.json', template('Cats'));
  await opened.refresh();
  expect(readAssembly(opened.assembly).map(({ name }) => name)).toEqual(['Cats']);
});

test('a definition without a stage gets one, unless it is only read', async () => {
  const stagesOf = async (isOnlyRead: boolean): Promise<string[]> => {
    const { assembly } = await openSource(project.file('template.json'), { environment, isOnlyRead });
    return Object.keys(readAssembly(assembly)[0]?.spec.stages ?? {});
  };
  expect([await stagesOf(false), await stagesOf(true)]).toEqual([['prod'], []]);
});

test('an assembly is itself', async () => {
  const assembly = writeAssembly(project.file('gateway.out'), [petsSpec()]);
  const opened = await openSource(assembly, { environment });
  expect([opened.assembly, opened.files()]).toEqual([assembly, []]);
});

test('a template is read for the region and account that are given', async () => {
  project.write('placed.json', template('placeholder').replace('"placeholder"', '{"Fn::Sub":"Pets-${AWS::Region}-${AWS::AccountId}"}'));
  const { assembly } = await openSource(project.file('placed.json'), { environment, region: 'eu-west-1', account: '210987654321' });
  expect(readAssembly(assembly).map(({ name }) => name)).toEqual(['Pets-eu-west-1-210987654321']);
});
