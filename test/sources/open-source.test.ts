import type { Issue } from '../../lib/errors';
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

test('parameters without a value are asked for once, where somebody can answer; an empty answer leaves one open', async () => {
  project.write('asking.json', template('placeholder').replace('"placeholder"', '{"Fn::Sub":"${Name}-${Env}"}').replace('{', '{"Parameters":{"Name":{},"Env":{},"Size":{"Default":1}},'));
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return question.includes('Name') ? 'Pets' : '';
  };
  const issues: string[] = [];
  const opened = await openSource(project.file('asking.json'), { environment, ask, report: (found) => issues.push(...found.map(({ message }) => message)) });
  await opened.refresh();
  expect(questions).toEqual(['value of the parameter Name (press Enter to skip): ', 'value of the parameter Env: ']);
  expect(issues[0]).toBe('these parameters have no value: Env');
  await openSource(project.file('asking.json'), { environment, parameters: { Name: 'a', Env: 'b' }, ask });
  expect(questions).toHaveLength(2);
});

test('a template is read for the region and account that are given', async () => {
  project.write('placed.json', template('placeholder').replace('"placeholder"', '{"Fn::Sub":"Pets-${AWS::Region}-${AWS::AccountId}"}'));
  const { assembly } = await openSource(project.file('placed.json'), { environment, region: 'eu-west-1', account: '210987654321' });
  expect(readAssembly(assembly).map(({ name }) => name)).toEqual(['Pets-eu-west-1-210987654321']);
});

test.each([
  ['{"Resources":{"A":5,"B":{"Properties":{}},"Topic":{"Type":"AWS::SNS::Topic"}}}', 'it declares no API that is served', ['IMPORT_PART_REFUSED A', 'IMPORT_PART_REFUSED B']],
  ['{"openapi":"3.0.0"}', 'it has no operation in "paths"', []],
  ['{"openapi":"3.0.0","paths":[]}', 'it has no operation in "paths"', ['OPENAPI_MEMBER_LEFT_OUT nothing.json#/paths']],
  ['{"openapi":"3.0.0","paths":{"/pets":{"get":7}}}', 'it has no operation in "paths"', ['OPENAPI_MEMBER_LEFT_OUT nothing.json#/paths/~1pets/get']],
])('SOURCE_WITHOUT_API: %s, once what was left out is reported', async (text, reason, reported) => {
  project.write('nothing.json', text);
  const issues: string[] = [];
  const report = (found: readonly Issue[]): void => void issues.push(...found.filter(({ severity }) => severity === 'loss').map(({ code, location }) => `${code} ${location}`));
  await expect(openSource(project.file('nothing.json'), { environment, report })).rejects.toMatchObject({
    code: 'SOURCE_WITHOUT_API', location: project.file('nothing.json'), details: { reason },
  });
  expect(issues).toEqual(reported);
});
