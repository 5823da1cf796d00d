import { importSource, type DeployedStack, type ImportedSource, type ImportOptions } from '../../../lib/importers';
import { newProject } from '../../support/project';

const ACCOUNT = '111122223333';
const DEPLOYED: DeployedStack = {
  name: 'Shop', account: ACCOUNT, region: 'eu-west-1',
  resources: {
    Api: { type: 'AWS::ApiGateway::RestApi', physicalId: 'abc123' },
    Function: { type: 'AWS::Lambda::Function', physicalId: 'Shop-Function-XYZ' },
    Table: { type: 'AWS::DynamoDB::Table', physicalId: 'Shop-Table-1A' },
    Queue: { type: 'AWS::SQS::Queue', physicalId: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/Shop-Queue-2B` },
    Topic: { type: 'AWS::SNS::Topic', physicalId: `arn:aws:sns:eu-west-1:${ACCOUNT}:Shop-Topic-3C` },
    Pool: { type: 'AWS::Cognito::UserPool', physicalId: 'eu-west-1_Ab12' },
    Rule: { type: 'AWS::Events::Rule', physicalId: 'bus|rule' },
    Nested: { type: 'AWS::CloudFormation::Stack', physicalId: `arn:aws:cloudformation:eu-west-1:${ACCOUNT}:stack/Shop-Nested/1` },
  },
  outputs: { Host: 'db.example.test', Stream: 'arn:stream', Url: 'https://abc123.execute-api.eu-west-1.amazonaws.com', FunctionArn: 'arn:fn' },
  parameters: { Size: 'large', AssetParameters0123456789abcdefS3Bucket: 'deployed-assets' },
  nested: {
    Nested: { name: 'Shop-Nested', account: ACCOUNT, region: 'eu-west-1', resources: { Inner: { type: 'AWS::S3::Bucket', physicalId: 'inner-bucket' } }, outputs: {}, parameters: {}, nested: {} },
  },
};

const VARIABLES = {
  TABLE: { Ref: 'Table' }, TABLE_ARN: { 'Fn::GetAtt': ['Table', 'Arn'] }, STREAM: { 'Fn::GetAtt': 'Table.StreamArn' },
  QUEUE: { Ref: 'Queue' }, QUEUE_NAME: { 'Fn::GetAtt': ['Queue', 'QueueName'] }, QUEUE_ARN: { 'Fn::GetAtt': ['Queue', 'Arn'] },
  TOPIC: { Ref: 'Topic' }, TOPIC_NAME: { 'Fn::GetAtt': ['Topic', 'TopicName'] },
  POOL: { Ref: 'Pool' }, POOL_URL: { 'Fn::GetAtt': ['Pool', 'ProviderURL'] },
  HOST: { 'Fn::GetAtt': ['Db', 'Endpoint.Address'] }, SIZE: { Ref: 'Size' }, BUS_RULE: { Ref: 'Rule' },
  BUCKET: { 'Fn::GetAtt': ['Nested', 'Outputs.Bucket'] }, NEW: { Ref: 'New' }, ACCOUNT: { Ref: 'AWS::AccountId' },
  OWN: { Ref: 'Function' },
};

const TEMPLATE = {
  Parameters: { Size: { Type: 'String', Default: 'small' } },
  Resources: {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
    Get: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE',
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: { 'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Function.Arn}/invocations' } },
      },
    },
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: { Runtime: 'nodejs22.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({});' }, Environment: { Variables: VARIABLES } },
    },
    Table: { Type: 'AWS::DynamoDB::Table' }, Queue: { Type: 'AWS::SQS::Queue' }, Topic: { Type: 'AWS::SNS::Topic' }, New: { Type: 'AWS::DynamoDB::Table' },
    Pool: { Type: 'AWS::Cognito::UserPool' }, Db: { Type: 'AWS::RDS::DBInstance' }, Rule: { Type: 'AWS::Events::Rule' },
    Nested: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: './nested.json' } },
  },
  Outputs: {
    Host: { Value: { 'Fn::GetAtt': ['Db', 'Endpoint.Address'] } }, Stream: { Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] } },
    Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.amazonaws.com' } }, FunctionArn: { Value: { 'Fn::GetAtt': ['Function', 'Arn'] } },
  },
};
const NESTED = { Resources: { Inner: { Type: 'AWS::S3::Bucket' } }, Outputs: { Bucket: { Value: { Ref: 'Inner' } } } };

function read(options: ImportOptions): ImportedSource {
  const project = newProject({ 'template.json': JSON.stringify(TEMPLATE), 'nested.json': JSON.stringify(NESTED) });
  return importSource(project.file('template.json'), { account: ACCOUNT, region: 'eu-west-1', ...options });
}

const variablesOf = ({ apis }: ImportedSource) => apis[0]?.spec.functions?.Function?.environment;

test('references to resources of a deployed stack have their values there', () => {
  const imported = read({ deployed: [DEPLOYED] });
  expect(variablesOf(imported)).toEqual({
    TABLE: 'Shop-Table-1A', TABLE_ARN: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/Shop-Table-1A`, STREAM: 'arn:stream',
    QUEUE: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/Shop-Queue-2B`, QUEUE_NAME: 'Shop-Queue-2B', QUEUE_ARN: `arn:aws:sqs:eu-west-1:${ACCOUNT}:Shop-Queue-2B`,
    TOPIC: `arn:aws:sns:eu-west-1:${ACCOUNT}:Shop-Topic-3C`, TOPIC_NAME: 'Shop-Topic-3C',
    POOL: 'eu-west-1_Ab12', POOL_URL: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab12',
    HOST: 'db.example.test', SIZE: 'large', BUCKET: 'inner-bucket', ACCOUNT, BUS_RULE: 'Rule',
    // what is not deployed yet has a local name, and a function the name that it has here
    NEW: 'New', OWN: 'Function',
  });
  expect(imported.localNames?.map(({ token }) => token)).toEqual(['New', 'Rule']);
  expect(imported.deployedFunctions).toEqual({ Function: { stack: 'Shop', account: ACCOUNT, region: 'eu-west-1', logicalId: 'Function' } });
});

test('given values and parameters win over those of the stack, also in ARNs', () => {
  const variables = variablesOf(read({ deployed: [DEPLOYED], tokenValues: { 'Table': 'local', 'Db.Endpoint.Address': 'localhost' }, parameters: { Size: 'tiny' } }));
  expect(variables).toMatchObject({ TABLE: 'local', TABLE_ARN: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/local`, HOST: 'localhost', SIZE: 'tiny' });
});

test('without a stack nothing changes', () => {
  const imported = read({});
  expect(variablesOf(imported)).toMatchObject({ TABLE: 'Table', SIZE: 'small', HOST: '${token:Db.Endpoint.Address}', BUCKET: 'inner' });
  expect(imported.deployedFunctions).toEqual({});
});
