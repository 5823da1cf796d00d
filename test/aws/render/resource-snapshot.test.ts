import { aws_apigateway as apigateway, aws_iam as iam, Aws, Fn, Lazy, Token, type Stack } from 'aws-cdk-lib';
import { propertiesText } from '../../../lib/aws/render/properties-text';
import { snapshotOf, writtenAs } from '../../../lib/aws/render/resource-snapshot';
import { sharedText } from '../../../lib/aws/render/shared-text';
import { newStack } from '../../support/aws-stack';

function methodOf(integration: Partial<apigateway.CfnMethod.IntegrationProperty>, stack: Stack = newStack()): apigateway.CfnMethod {
  const api = new apigateway.CfnRestApi(stack, 'Pets', { name: 'Pets' });
  return new apigateway.CfnMethod(stack, 'Get', {
    httpMethod: 'GET', resourceId: api.attrRootResourceId, restApiId: api.ref, integration: { type: 'AWS_PROXY', ...integration },
  });
}

const REFERENCES: [string, () => string][] = [
  ['a text', () => 'arn:aws:lambda'],
  ['pseudo parameters', () => `arn:${Aws.PARTITION}:${Aws.REGION}`],
  ['a function of CloudFormation over texts', () => Fn.importValue('Uri')],
  ['a shared text', () => sharedText(`arn:${Aws.PARTITION}:lambda`)],
];

test.each(REFERENCES)('with %s, a resource that nobody touches is unchanged', (_, uri) => {
  const method = methodOf({ uri: uri() });
  const snapshot = snapshotOf(method);
  expect(snapshot.isUnchanged()).toBe(true);
  expect(snapshot.text()).toBe(propertiesText(method));
});

const CHANGES: [string, (method: apigateway.CfnMethod) => void][] = [
  ['a member', (method) => { method.apiKeyRequired = true; }],
  ['a member of a member, in place', (method) => { Object.assign(method.integration ?? {}, { timeoutInMillis: 50 }); }],
  ['a member that is removed', (method) => { method.integration = undefined; }],
  ['an override', (method) => { method.addPropertyOverride('Integration.TimeoutInMillis', 50); }],
  ['an override of an override', (method) => { method.addPropertyOverride('OperationName', 'second'); }],
  ['a reference in place of another', (method) => { method.restApiId = method.resourceId; }],
];

test.each(CHANGES)('%s is a change, and the text is still the one before', (_, change) => {
  const method = methodOf({ uri: `arn:${Aws.PARTITION}`, requestParameters: { a: 'b' } });
  method.addPropertyOverride('OperationName', 'first');
  const before = propertiesText(method);
  const snapshot = snapshotOf(method);
  change(method);
  expect(snapshot.isUnchanged()).toBe(false);
  expect(snapshot.text()).toBe(before);
  expect(propertiesText(method)).not.toBe(before);
});

test('an override that sets what is there already has the same text', () => {
  const method = methodOf({});
  const snapshot = snapshotOf(method);
  method.addPropertyOverride('HttpMethod', 'GET');
  expect(snapshot.text()).toBe(propertiesText(method));
});

describe('what may be rendered differently later is written at once', () => {
  let later = 'before';
  const LATER: [string, () => Partial<apigateway.CfnMethod.IntegrationProperty>][] = [
    ['a lazy text', () => ({ uri: Lazy.uncachedString({ produce: () => later }) })],
    ['a lazy text inside another', () => ({ uri: Fn.join('/', [Lazy.uncachedString({ produce: () => later }), Aws.REGION]) })],
    ['a shared lazy text', () => ({ uri: sharedText(`arn:${Lazy.uncachedString({ produce: () => later })}`) })],
    ['a lazy list', () => ({ cacheKeyParameters: Lazy.uncachedList({ produce: () => [later] }) })],
    ['a lazy number', () => ({ timeoutInMillis: Lazy.uncachedNumber({ produce: () => later.length }) })],
    ['a lazy value', () => ({ requestParameters: Lazy.uncachedAny({ produce: () => ({ later }) }) })],
    ['a token', () => ({ requestTemplates: Token.asAny({ later: Lazy.uncachedString({ produce: () => later }) }) })],
  ];

  test.each(LATER)('%s', (_, integration) => {
    later = 'before';
    const method = methodOf(integration());
    const before = propertiesText(method);
    const snapshot = snapshotOf(method);
    later = 'afterwards';
    expect(snapshot.isUnchanged()).toBe(false);
    expect(snapshot.text()).toBe(before);
  });

  test('a policy, to which statements may be added', () => {
    const policy = new iam.PolicyDocument();
    const api = new apigateway.CfnRestApi(newStack(), 'Pets', { name: 'Pets', policy });
    const before = propertiesText(api);
    const snapshot = snapshotOf(api);
    policy.addStatements(new iam.PolicyStatement({ actions: ['execute-api:Invoke'], resources: ['*'], principals: [new iam.AnyPrincipal()] }));
    expect(snapshot.isUnchanged()).toBe(false);
    expect(snapshot.text()).toBe(before);
    expect(propertiesText(api)).not.toBe(before);
  });
});

test('of a text alone it is not known whether anything changed', () => {
  const snapshot = writtenAs('{}');
  expect(snapshot.isUnchanged()).toBe(false);
  expect(snapshot.text()).toBe('{}');
});
