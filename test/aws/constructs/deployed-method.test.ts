import { aws_apigateway as apigateway, aws_iam as iam, Duration, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Api } from '../../../lib/aws';
import type { DeployedMethod } from '../../../lib/aws/constructs/deployed-method';
import type { DeployedStage } from '../../../lib/aws/constructs/deployed-stage';
import { newFunction, newStack, resourcesOfType } from '../../support/aws-stack';

/** Methods and stages of an Api have what those of a RestApi have, and say the same. */
const METRICS = [
  'metricClientError', 'metricServerError', 'metricCacheHitCount', 'metricCacheMissCount', 'metricCount', 'metricIntegrationLatency', 'metricLatency',
] as const;

interface Declared {
  readonly stack: Stack;
  readonly method: Pick<DeployedMethod & apigateway.Method, 'methodArn' | 'testMethodArn' | 'methodId' | 'grantExecute' | 'metric' | (typeof METRICS)[number]>;
  readonly stage: Pick<DeployedStage & apigateway.Stage, 'stageName' | 'stageArn' | 'urlForPath' | 'addApiKey' | 'metric' | (typeof METRICS)[number]> & apigateway.IStageRef;
}

function ofOurs(): Declared {
  const stack = newStack();
  const api = new Api(stack, 'Pets');
  const method = api.root.addResource('pets').addResource('{id}').addMethod('GET', newFunction(stack));
  return { stack, method: method as DeployedMethod & Declared['method'], stage: api.deploymentStage as unknown as Declared['stage'] }; // which Api makes
}

function ofTheirs(): Declared {
  const stack = newStack();
  const api = new apigateway.RestApi(stack, 'Pets');
  const method = api.root.addResource('pets').addResource('{id}').addMethod('GET');
  return { stack, method, stage: api.deploymentStage };
}

/** A value as its template has it, with references by what they name and not by the hash of it. */
function text({ stack }: Declared, value: unknown): string {
  return JSON.stringify(stack.resolve(value)).replace(/[0-9A-F]{8}(?=")/g, '');
}

const [ours, theirs] = [ofOurs(), ofTheirs()];
beforeAll(() => {
  for (const { stack, method, stage } of [ours, theirs]) {
    method.grantExecute(new iam.Role(stack, 'Caller', { assumedBy: new iam.AccountRootPrincipal() }));
    stage.addApiKey('Key', { apiKeyName: 'partner' });
    Template.fromStack(stack); // stages have references once they are rendered
  }
});

const same = (read: (declared: Declared) => unknown): void => expect(text(ours, read(ours))).toBe(text(theirs, read(theirs)));

describe.each(METRICS)('%s', (name) => {
  test('of a method on a stage', () => {
    same(({ method, stage }) => method[name](stage).toMetricConfig());
    same(({ method, stage }) => method[name](stage, { statistic: 'p99', period: Duration.minutes(1) }).toMetricConfig());
  });

  test('of a stage', () => {
    same(({ stage }) => stage[name]().toMetricConfig());
    same(({ stage }) => stage[name]({ statistic: 'p99', period: Duration.minutes(1) }).toMetricConfig());
  });
});

test('metrics by their names', () => {
  same(({ method, stage }) => method.metric('Any', stage).toMetricConfig());
  same(({ stage }) => stage.metric('Any').toMetricConfig());
});

test('ARNs, addresses and ids', () => {
  same(({ method }) => [method.methodArn, method.testMethodArn]);
  same(({ stage }) => [stage.stageArn, stage.urlForPath(), stage.urlForPath('/pets'), stage.stageName]);
  expect(ours.stack.resolve(ours.method.methodId)).toEqual({ Ref: expect.stringMatching(/^PetspetsidGET/) as string });
});

test('who may call a method', () => {
  const statements = (declared: Declared) => resourcesOfType(declared.stack, 'AWS::IAM::Policy').filter(({ Properties }) => /Caller/.test(JSON.stringify(Properties.PolicyName)))
    .map(({ Properties }) => Properties.PolicyDocument);
  expect(statements(ours)).toHaveLength(1);
  same(statements);
});

test('keys of a stage', () => {
  same(({ stack }) => resourcesOfType(stack, 'ApiKey').map(({ Properties }) => Properties));
  expect(resourcesOfType(ours.stack, 'ApiKey')).toHaveLength(1);
});
