import { importSource, type TemplateOptions } from '../../lib/importers';
import { newProject } from '../support/project';

const ref = (name: string): object => ({ Ref: name });

/** A template whose stage variables depend on account and region. */
const TEMPLATE = {
  Mappings: { Sizes: { 'us-east-1': { Name: 'large' }, 'eu-west-1': { Name: 'small' }, 'cn-north-1': { Name: 'tiny' } } },
  Conditions: { IsEurope: { 'Fn::Equals': [ref('AWS::Region'), 'eu-west-1'] } },
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'pets' } },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } },
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
    Get: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: ref('Api'), ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } } },
    Europe: {
      Type: 'AWS::ApiGateway::Resource', Condition: 'IsEurope',
      Properties: { RestApiId: ref('Api'), ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'europe' },
    },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', DependsOn: ['Get'], Properties: { RestApiId: ref('Api') } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: ref('Api'), DeploymentId: ref('Deployment'), StageName: 'prod',
        Variables: {
          place: { 'Fn::Sub': '${AWS::Partition},${AWS::Region},${AWS::AccountId},${AWS::URLSuffix}' },
          size: { 'Fn::FindInMap': ['Sizes', ref('AWS::Region'), 'Name'] },
          zone: { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] },
          table: { 'Fn::GetAtt': ['Table', 'Arn'] }, queue: ref('Queue'), isEurope: { 'Fn::If': ['IsEurope', 'yes', 'no'] },
        },
      },
    },
  },
};

const CDK = {
  'manifest.json': {
    version: '36.0.0',
    artifacts: Object.fromEntries([['Open', 'unknown-account/unknown-region'], ['Fixed', '111111111111/us-east-1']].map(([name = '', environment]) => [name, {
      type: 'aws:cloudformation:stack', environment: `aws://${environment}`, properties: { templateFile: `${name}.template.json` },
    }])),
  },
  'Open.template.json': TEMPLATE,
  'Fixed.template.json': TEMPLATE,
};
const SAM = { Transform: 'AWS::Serverless-2016-10-31', ...TEMPLATE };

const project = newProject(Object.fromEntries(Object.entries({
  'template.json': TEMPLATE, 'sam.json': SAM, ...Object.fromEntries(Object.entries(CDK).map(([name, content]) => [`cdk.out/${name}`, content])),
  'serverless.json': {
    service: 'pets', provider: { name: 'aws', region: 'eu-west-1' },
    functions: { hello: { handler: 'hello.handler', environment: { PLACE: { 'Fn::Sub': '${AWS::Region} ${AWS::AccountId}' } }, events: [{ http: 'GET hello' }] } },
  },
}).map(([name, content]) => [name, JSON.stringify(content)])));

const read = (source: string, options: TemplateOptions): (readonly [paths: readonly string[], variables: unknown])[] =>
  importSource(project.file(source), options).apis.map(({ spec }) => [Object.keys(spec.resources ?? {}), spec.stages?.prod?.variables]);

const CHINA = {
  place: 'aws-cn,cn-north-1,210987654321,amazonaws.com.cn', size: 'tiny', zone: 'cn-north-1a', isEurope: 'no',
  table: 'arn:aws-cn:dynamodb:cn-north-1:210987654321:table/pets', queue: 'https://sqs.cn-north-1.amazonaws.com.cn/210987654321/jobs',
};
const EUROPE = { size: 'small', zone: 'eu-west-1a', isEurope: 'yes' };
const LOCAL = { place: 'aws,us-east-1,123456789012,amazonaws.com', size: 'large', zone: 'us-east-1a', isEurope: 'no' };

test.each([['template.json'], ['sam.json']])('%s is read for the given region and account, and otherwise for those of the local gateway', (source) => {
  expect(read(source, { region: 'cn-north-1', account: '210987654321' })).toEqual([[['/'], CHINA]]);
  expect(read(source, { region: 'eu-west-1' })).toEqual([[['/', '/europe'], expect.objectContaining(EUROPE)]]);
  expect(read(source, {})).toEqual([[['/'], expect.objectContaining(LOCAL)]]);
});

test('of a cloud assembly, stacks keep the environment that they name', () => {
  expect(read('cdk.out', { region: 'eu-west-1' }).map(([, variables]) => variables)).toEqual([
    expect.objectContaining(EUROPE), expect.objectContaining({ ...LOCAL, place: 'aws,us-east-1,111111111111,amazonaws.com' }),
  ]);
});

test('a serverless.yml has the region of its provider, unless another is given', () => {
  const environmentOf = (options: TemplateOptions): unknown[] =>
    importSource(project.file('serverless.json'), options).apis.flatMap(({ spec }) => Object.values(spec.functions ?? {}).map(({ environment }) => environment?.PLACE));
  expect(environmentOf({})).toEqual(['eu-west-1 123456789012']);
  expect(environmentOf({ region: 'us-east-1', account: '210987654321' })).toEqual(['us-east-1 210987654321']);
});
