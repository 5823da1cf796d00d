import * as cdk from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Api, MockIntegration, type ApiProps } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

const allow = { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' };
const declareWith = (policy: unknown, props: ApiProps = {}) => {
  const { api } = declare({ policy, ...props });
  api.root.addMethod('GET', new MockIntegration());
  return api;
};

test('plain data is in the spec and in the fingerprint\'s part of it', () => {
  const policy = { Version: '2012-10-17', Statement: [allow, { ...allow, Effect: 'Deny', Condition: { NotIpAddress: { 'aws:SourceIp': ['192.0.2.0/24'] } } }] };
  expect(specOf(declareWith(policy)).api.policy).toEqual(policy);
});

test('a document of aws-iam is what it says, late values by name', () => {
  const stack = new cdk.Stack(new cdk.App(), 'Stack');
  const policy = new iam.PolicyDocument({
    statements: [
      new iam.PolicyStatement({ principals: [new iam.AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] }),
      new iam.PolicyStatement({ principals: [new iam.AccountPrincipal(stack.account)], actions: ['execute-api:Invoke'], resources: ['*'] }),
    ],
  });
  const api = new Api(stack, 'Pets', { policy });
  api.root.addMethod('GET', new MockIntegration());
  expect(specOf(api).api.policy?.Statement).toEqual([
    { Action: 'execute-api:Invoke', Effect: 'Allow', Principal: { AWS: '*' }, Resource: 'execute-api:/*' },
    { Action: 'execute-api:Invoke', Effect: 'Allow', Principal: { AWS: 'arn:${token:AWS::Partition}:iam::${token:AWS::AccountId}:root' }, Resource: '*' },
  ]);
});

test.each([
  ['an operator that does not exist', { ...allow, Condition: { DateIsLater: { 'aws:CurrentTime': '2025' } } }, 'Condition/DateIsLater'],
  ['a key without a service', { ...allow, Condition: { StringEquals: { PrincipalTag: 'x' } } }, 'PrincipalTag'],
  ['an invalid address', { ...allow, Condition: { IpAddress: { 'aws:SourceIp': '192.0.2.0/33' } } }, 'aws:SourceIp'],
  ['no principal', { Effect: 'Allow', Action: '*', Resource: '*' }, 'Principal'],
  ['NotPrincipal', { ...allow, NotPrincipal: '*' }, 'Statement/0'],
  ['no action', { Effect: 'Allow', Principal: '*', Resource: '*' }, 'Statement/0'],
])('%s is refused at its place', (_, statement, location) => {
  const [finding = '', ...more] = findingsOf(declareWith({ Statement: [statement] }));
  expect(more).toEqual([]);
  expect(finding).toContain('SPEC_INVALID Pets');
  expect(finding.replaceAll('~1', '/')).toContain(location);
});

test('RESOURCE_POLICY_CONDITION_UNKNOWN: a warning; the policy is deployed', () => {
  const Condition = { DateGreaterThan: { 'aws:CurrentTime': '2025' }, ArnLike: { 'aws:SourceArn': 'a' }, IpAddress: { 'aws:SourceIp': '192.0.2.1' } };
  const api = declareWith({ Statement: [{ ...allow, Condition }] });
  expect(findingsOf(api)).toEqual(['warning RESOURCE_POLICY_CONDITION_UNKNOWN Pets']);
  expect(specOf(api).api.policy?.Statement[0]?.Condition).toEqual(Condition);
});

test('RESOURCE_POLICY_TOO_LARGE: one character more than 8,192', () => {
  const sized = (length: number) => {
    const empty = JSON.stringify({ Version: '2012-10-17', Statement: [{ Sid: '', ...allow }] }).length;
    return { Version: '2012-10-17', Statement: [{ Sid: 's'.repeat(length - empty), ...allow }] };
  };
  expect(findingsOf(declareWith(sized(8_192)))).toEqual([]);
  expect(findingsOf(declareWith(sized(8_193)))).toEqual(['RESOURCE_POLICY_TOO_LARGE Pets']);
});
