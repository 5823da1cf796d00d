import { parseDocument } from '../../../lib/importers/document/read-document';
import { localAssets } from '../../../lib/importers/template/assets';
import { Stacks } from '../../../lib/importers/template/stacks';

function stackOf(template: object) {
  const stacks = new Stacks();
  const document = parseDocument('/templates/pets.json', JSON.stringify(template));
  return { stacks, stack: stacks.add({ name: 'Pets', document, parameters: () => ({}), account: '123456789012', region: 'us-east-1', assets: localAssets(document.file) }) };
}

const named = (Type: string, Properties: object = {}): object => ({ Type, Properties });

test.each<[string, object, string, string, string]>([
  ['a table', named('AWS::DynamoDB::Table'), 'R', 'Arn', 'arn:aws:dynamodb:us-east-1:123456789012:table/R'],
  ['a table with a name', named('AWS::DynamoDB::Table', { TableName: 'pets' }), 'pets', 'Arn', 'arn:aws:dynamodb:us-east-1:123456789012:table/pets'],
  ['a function', named('AWS::Lambda::Function'), 'Pets-R', 'Arn', 'arn:aws:lambda:us-east-1:123456789012:function:Pets-R'],
  ['a version', named('AWS::Lambda::Version', { FunctionName: 'f' }), 'arn:aws:lambda:us-east-1:123456789012:function:f:1', 'FunctionArn', 'arn:aws:lambda:us-east-1:123456789012:function:f:1'],
  ['an alias', named('AWS::Lambda::Alias', { FunctionName: 'f', Name: 'live' }), 'arn:aws:lambda:us-east-1:123456789012:function:f:live', 'AliasArn', 'arn:aws:lambda:us-east-1:123456789012:function:f:live'],
  ['a queue', named('AWS::SQS::Queue'), 'https://sqs.us-east-1.amazonaws.com/123456789012/R', 'QueueName', 'R'],
  ['a topic', named('AWS::SNS::Topic'), 'arn:aws:sns:us-east-1:123456789012:R', 'TopicName', 'R'],
  ['a bucket', named('AWS::S3::Bucket'), 'r', 'Arn', 'arn:aws:s3:::r'],
  ['a FIFO queue', named('AWS::SQS::Queue', { FifoQueue: 'true' }), 'https://sqs.us-east-1.amazonaws.com/123456789012/R.fifo', 'QueueUrl', 'https://sqs.us-east-1.amazonaws.com/123456789012/R.fifo'],
  ['the URL of a pool', named('AWS::Cognito::UserPool'), 'us-east-1_R-local', 'ProviderURL', 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_R-local'],
  ['a client of a pool', named('AWS::Cognito::UserPoolClient'), 'R', 'ClientSecret', '${token:R.ClientSecret}'],
  ['a secret that is attached', named('AWS::SecretsManager::SecretTargetAttachment', { SecretId: 'db' }), 'db', 'Id', 'db'],
  ['a key', named('AWS::IAM::AccessKey'), '${token:R}', 'SecretAccessKey', '${token:R.SecretAccessKey}'],
  ['an address', named('AWS::RDS::DBInstance'), 'R', 'Endpoint.Address', '${token:R.Endpoint.Address}'],
  ['a balancer', named('AWS::ElasticLoadBalancingV2::LoadBalancer'), 'arn:aws:elasticloadbalancingv2:us-east-1:123456789012:R', 'DNSName', '${token:R.DNSName}'],
  ['code of others', named('Custom::Thing'), '${token:R}', 'Arn', '${token:R.Arn}'],
  ['a role', named('AWS::IAM::Role'), 'R', 'Arn', 'arn:aws:iam::123456789012:role/R'],
  ['a user pool', named('AWS::Cognito::UserPool'), 'us-east-1_R-local', 'Arn', 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_R-local'],
  ['a stage', named('AWS::ApiGateway::Stage', { StageName: 'prod' }), 'prod', 'Id', 'prod'],
  ['anything else', named('AWS::Other::Thing'), 'R', 'Endpoint', '${token:R.Endpoint}'],
])('%s is referred to by what it would be called', (_, resource, reference, attribute, value) => {
  const { stack } = stackOf({ Resources: { R: resource } });
  expect([stack.reference('R'), stack.attribute('R', attribute)]).toEqual([reference, value]);
});

test('a given value wins, and is in what is made from it', () => {
  const stacks = new Stacks();
  const document = parseDocument('/templates/pets.json', JSON.stringify({ Resources: { R: named('AWS::DynamoDB::Table'), Db: named('AWS::RDS::DBInstance') } }));
  const values = { R: 'pets', 'Db.Endpoint.Address': 'localhost' };
  const stack = stacks.add({ name: 'Pets', document, parameters: () => ({}), account: '1', region: 'r', given: values, assets: localAssets(document.file) });
  const value = [{ Ref: 'R' }, { 'Fn::GetAtt': ['R', 'Arn'] }, { 'Fn::GetAtt': ['Db', 'Endpoint.Address'] }, { Ref: 'Db' }];
  const { value: found, madeUp } = stacks.evaluate(stack, value, []);
  expect(found).toEqual(['pets', 'arn:aws:dynamodb:r:1:table/pets', 'localhost', 'Db']);
  expect(madeUp).toEqual([{ resource: expect.objectContaining({ logicalId: 'Db' }) as unknown, token: 'Db', value: 'Db' }]);
});

test('resources of two stacks with one logical id have two local names', () => {
  const { stacks, stack } = stackOf({ Resources: { R: named('AWS::DynamoDB::Table'), Pool: named('AWS::Cognito::UserPool') } });
  const document = parseDocument('/templates/other.json', JSON.stringify({ Resources: { R: named('AWS::DynamoDB::Table'), Pool: named('AWS::SNS::Topic') } }));
  const second = stacks.add({ name: 'Other', document, parameters: () => ({}), account: '1', region: 'r', assets: localAssets(document.file) });
  expect([stack, second].map((one) => one.reference('R'))).toEqual(['Pets-R', 'Other-R']);
  expect(stack.reference('Pool')).toBe('us-east-1_Pool-local');
});

test('pseudo parameters', () => {
  const { stack } = stackOf({ Resources: {} });
  expect(['AccountId', 'Region', 'Partition', 'URLSuffix', 'StackName'].map((name) => stack.reference(`AWS::${name}`))).toEqual(['123456789012', 'us-east-1', 'aws', 'amazonaws.com', 'Pets']);
});

test('a stack imports what another exports', () => {
  const { stacks } = stackOf({ Resources: {}, Outputs: { Id: { Value: { 'Fn::Sub': '${AWS::StackName}-id' }, Export: { Name: 'PetsId' } } } });
  const document = parseDocument('/templates/other.json', JSON.stringify({ Resources: { R: named('AWS::Other::Thing', { A: { 'Fn::ImportValue': 'PetsId' }, B: { 'Fn::ImportValue': 'Nothing' } }) } }));
  const second = stacks.add({ name: 'Other', document, parameters: () => ({}), account: '1', region: 'r', assets: localAssets(document.file) });
  const resource = second.resources.get('R');
  expect(resource && second.properties(resource)).toEqual({ A: 'Pets-id', B: '${token:import:Nothing}' });
});

test('what refers to itself ends', () => {
  const loop = { 'Fn::Not': [{ Condition: 'B' }] };
  const { stack } = stackOf({
    Conditions: { A: { Condition: 'B' }, B: { Condition: 'A' }, C: loop },
    Resources: { R: named('AWS::DynamoDB::Table', { TableName: { Ref: 'R' } }) }, Outputs: { O: { Value: { 'Fn::GetAtt': ['R', 'Arn'] } } },
  });
  expect([stack.condition('A'), stack.reference('R'), stack.output('O')]).toEqual(['unknown', 'R', 'arn:aws:dynamodb:us-east-1:123456789012:table/R']);
});

test('lists, defaults, and values of the Systems Manager', () => {
  const { stack } = stackOf({
    Resources: {},
    Parameters: { List: { Type: 'CommaDelimitedList', Default: 'a, b' }, None: { Type: 'List<Number>', Default: '' }, Ssm: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/a/b' }, Missing: { Type: 'String' } },
  });
  expect(['List', 'None', 'Ssm', 'Missing'].map((name) => stack.reference(name))).toEqual([['a', 'b'], [], '${token:ssm:/a/b}', '${token:Missing}']);
  expect(stack.missingParameters).toEqual(['Missing']);
});
