import {
  App, Aspects, aws_apigateway as apigateway, aws_dynamodb as dynamodb, CfnResource, RemovalPolicy, Stack, Tags, type IAspect,
} from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import type { IConstruct } from 'constructs';
import { Deployment, MockIntegration } from '../../../lib';
import { Api, TemplateFormat, type ApiProps } from '../../../lib/aws';
import { newFunction, newStack, resourcesOf, resourcesOfType } from '../../support/aws-stack';

interface Parts {
  readonly stack: Stack;
  readonly api: Api;
}

function petsApi(props: ApiProps = {}, stack = newStack()): Parts {
  const api = new Api(stack, 'Pets', props);
  api.addModel('Pet', { modelName: 'Pet', schema: { type: 'object' } });
  api.root.addResource('pets').addMethod('GET', new MockIntegration({ requestTemplates: { 'application/json': '{"statusCode": 200}' } }));
  return { stack, api };
}

const deploymentIds = (stack: Stack): string[] =>
  Object.entries(resourcesOf(stack)).flatMap(([id, { Type }]) => (Type === 'AWS::ApiGateway::Deployment' ? [id] : []));

function deploymentId(change: (parts: Parts) => void, props: ApiProps = {}): string {
  const parts = petsApi(props);
  change(parts);
  const [id = ''] = deploymentIds(parts.stack);
  return id;
}

const unchanged = () => undefined;

/** An Aspect that changes resources of a type. */
function change(type: string, by: (resource: CfnResource) => void): IAspect {
  return {
    visit: (node: IConstruct) => {
      if (CfnResource.isCfnResource(node) && node.cfnResourceType === `AWS::ApiGateway::${type}`) by(node);
    },
  };
}

describe('what is changed past the definition makes another deployment', () => {
  const CHANGES: [string, (parts: Parts) => void][] = [
    ['an override of a method by an Aspect (#9086)', ({ stack }) => {
      Aspects.of(stack).add(change('Method', (one) => { one.addPropertyOverride('Integration.TimeoutInMillis', 1000); }));
    }],
    ['a member of a method', ({ api }) => {
      Aspects.of(api).add(change('Method', (one) => { (one as apigateway.CfnMethod).apiKeyRequired = true; }));
    }],
    ['a property that is deleted', ({ stack }) => {
      Aspects.of(stack).add(change('Method', (one) => { one.addPropertyDeletionOverride('Integration.RequestTemplates'); }));
    }],
    ['a schema of a model', ({ stack }) => {
      Aspects.of(stack).add(change('Model', (one) => { one.addPropertyOverride('Schema.type', 'string'); }));
    }],
    ['an override of the API', ({ api }) => { api.aws.cfnRestApi?.addPropertyOverride('MinimumCompressionSize', 5); }],
    ['a member of the API', ({ api }) => { if (api.aws.cfnRestApi !== undefined) api.aws.cfnRestApi.binaryMediaTypes = ['image/*']; }],
    ['a resource of one\'s own', ({ stack, api }) => {
      new apigateway.CfnGatewayResponse(stack, 'Own', { restApiId: api.restApiId, responseType: 'DEFAULT_5XX', statusCode: '503' });
    }],
    ['a resource of aws-cdk-lib on the same API', ({ stack, api }) => {
      new apigateway.GatewayResponse(stack, 'Own', { restApi: api.restApi, type: apigateway.ResponseType.QUOTA_EXCEEDED, statusCode: '420' });
    }],
  ];

  test.each(CHANGES)('%s', (_, make) => {
    expect(deploymentId(make)).toMatch(/^PetsDeployment[0-9a-z]+[0-9a-f]{32}$/);
    expect(deploymentId(make)).not.toBe(deploymentId(unchanged));
    expect(deploymentId(make)).toBe(deploymentId(make));
  });

  test('in a document as well', () => {
    const props = { templateFormat: TemplateFormat.OPENAPI_BODY };
    const path = 'Body.paths./pets.get.x-amazon-apigateway-integration.timeoutInMillis';
    const change = ({ api }: Parts) => { api.aws.cfnRestApi?.addPropertyOverride(path, 99); };
    expect(deploymentId(change, props)).not.toBe(deploymentId(unchanged, props));
    expect(deploymentId(unchanged, props)).toBe(deploymentId(unchanged));
  });

  test('settings that AWS alone has and that take a deployment', () => {
    expect(deploymentId(unchanged, { disableExecuteApiEndpoint: true })).not.toBe(deploymentId(unchanged));
    const { stack } = petsApi({ disableExecuteApiEndpoint: true });
    expect(Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('AWS_CHANGED_OUTSIDE_DEFINITION'))).toEqual([]);
  });

  test('and is waited for by the deployment', () => {
    const { stack, api } = petsApi();
    new apigateway.CfnGatewayResponse(stack, 'Own', { restApiId: api.restApiId, responseType: 'DEFAULT_5XX' });
    expect(resourcesOfType(stack, 'Deployment')[0].DependsOn).toContain('Own');
  });

  test('and is reported, because the gateway here does not know of it (AWS_CHANGED_OUTSIDE_DEFINITION)', () => {
    const override = ({ stack }: Parts) => {
      Aspects.of(stack).add(change('Method', (one) => { one.addPropertyOverride('Integration.TimeoutInMillis', 1000); }));
    };
    const lenient = petsApi();
    override(lenient);
    Annotations.fromStack(lenient.stack).hasWarning('*', Match.stringLikeRegexp('Shop/Pets/Default/pets/GET/Resource.*AWS_CHANGED_OUTSIDE_DEFINITION'));
    const strict = petsApi({ strict: true });
    override(strict);
    expect(() => Template.fromStack(strict.stack)).toThrow('AWS_CHANGED_OUTSIDE_DEFINITION');
  });

  test('it can be pinned by the fingerprint in the deployment\'s description', () => {
    const override = ({ api }: Parts) => { api.aws.cfnRestApi?.addPropertyOverride('MinimumCompressionSize', 5); };
    const before = petsApi();
    override(before);
    const [{ Properties }] = resourcesOfType(before.stack, 'Deployment');
    const [, fingerprint = ''] = /^synthgate ([0-9a-f]{64})$/.exec(String(Properties.Description)) ?? [];
    const pinnedTo = (parts: Parts) => {
      parts.api.addStage('stable', { deployment: Deployment.fromFingerprint(parts.api, 'Earlier', fingerprint) });
      const stages = resourcesOfType(parts.stack, 'Stage').map(({ Properties: { StageName, DeploymentId } }) => [StageName, (DeploymentId as { Ref: string }).Ref]);
      return Object.fromEntries(stages) as Record<string, string>;
    };
    const [earlier] = deploymentIds(before.stack);
    const same = petsApi();
    override(same);
    expect(pinnedTo(same)).toEqual({ prod: earlier, stable: earlier });
    expect(deploymentIds(same.stack)).toEqual([earlier]);
    const secondApi = petsApi();
    expect(pinnedTo(secondApi)).toEqual({ prod: expect.not.stringMatching(earlier) as string, stable: earlier });
    expect(deploymentIds(secondApi.stack)).toHaveLength(2);
  });
});

describe('what changes no answer makes none', () => {
  test.each<[string, (parts: Parts) => void]>([
    ['tags', ({ stack }) => { Tags.of(stack).add('team', 'pets'); }],
    ['metadata', ({ stack }) => { Aspects.of(stack).add(change('Method', (one) => { one.addMetadata('cfn_nag', { rules: [] }); })); }],
    ['a removal policy', ({ stack }) => { Aspects.of(stack).add(change('Model', (one) => { one.applyRemovalPolicy(RemovalPolicy.RETAIN); })); }],
    ['a description', ({ api }) => { api.aws.cfnRestApi?.addPropertyOverride('Description', 'For people'); }],
    ['the order of what is created', ({ stack, api }) => {
      Aspects.of(stack).add(change('Method', (one) => { if (api.aws.cfnRestApi !== undefined) one.addDependency(api.aws.cfnRestApi); }));
    }],
    ['a stage', ({ stack }) => { Aspects.of(stack).add(change('Stage', (one) => { one.addPropertyOverride('TracingEnabled', true); })); }],
    ['another API of the stack', ({ stack }) => {
      const cdkApi = new apigateway.RestApi(stack, 'Other', { cloudWatchRole: false });
      cdkApi.root.addMethod('GET', new apigateway.MockIntegration());
    }],
    ['other resources of the stack', ({ stack }) => {
      new dynamodb.Table(stack, 'Table', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
    }],
  ])('%s', (_, make) => {
    expect(deploymentId(make)).toBe(deploymentId(unchanged));
  });

  test('a function that moves to another stack, and is imported from there', () => {
    const apiOf = (stack: Stack, functions: Stack) => {
      const api = new Api(stack, 'Pets');
      api.root.addMethod('GET', newFunction(functions, 'Fn', { functionName: 'pets' }));
      return { api, stack };
    };
    const app = new App();
    const { api, stack } = apiOf(new Stack(app, 'Api'), new Stack(app, 'Functions'));
    const [id = ''] = deploymentIds(stack);
    expect(id.endsWith(api.latestDeployment?.fingerprint().slice(0, 32) ?? '-')).toBe(true);
    expect(Annotations.fromStack(stack).findWarning('*', Match.anyValue())).toEqual([]);
    const sameApi = apiOf(newStack('Api'), newStack('Api'));
    expect(sameApi.api.latestDeployment?.fingerprint()).toBe(api.latestDeployment?.fingerprint());
  });
});

describe('a trigger', () => {
  const withTriggers = (...values: string[]) => deploymentId(({ api }) => {
    values.forEach((value) => api.latestDeployment?.addTrigger(value));
  });

  test('makes another deployment with another value, whatever the order of the triggers', () => {
    expect(new Set([deploymentId(unchanged), withTriggers('1'), withTriggers('2'), withTriggers('1', '2')]).size).toBe(4);
    expect(withTriggers('2', '1')).toBe(withTriggers('1', '2', '1'));
  });

  test('a token counts by its name', () => {
    const { stack, api } = petsApi();
    const table = new dynamodb.Table(stack, 'Table', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
    api.latestDeployment?.addTrigger(table.tableArn);
    expect(JSON.parse(api.toJson())).toMatchObject({ api: { deploymentTriggers: ['${token:Shop/Table.Arn}'] } });
    expect(JSON.stringify(resourcesOf(stack))).not.toContain('${token:');
  });
});

describe('an API that exists', () => {
  const existing = (stack = newStack()) => {
    const deployOptions = { stageName: 'mine' };
    const api = Api.fromApiAttributes(stack, 'Pets', { restApiId: 'abc123', rootResourceId: 'root1', deployOptions });
    api.root.addResource('pets').addMethod('GET', new MockIntegration());
    return { stack, api };
  };

  test('is deployed again when what is declared on it changes (#12417, #13383)', () => {
    const [before, after] = [existing(), existing()];
    after.api.root.addResource('more').addMethod('GET', new MockIntegration());
    expect(deploymentIds(after.stack)).not.toEqual(deploymentIds(before.stack));
    expect(resourcesOfType(after.stack, 'Deployment')[0].DependsOn).toHaveLength(2);
  });

  test('takes resources of one\'s own and Aspects into its deployment', () => {
    const { stack, api } = existing();
    new apigateway.CfnGatewayResponse(stack, 'Own', { restApiId: 'abc123', responseType: 'DEFAULT_5XX' });
    new apigateway.CfnGatewayResponse(stack, 'OfAnother', { restApiId: 'zzz', responseType: 'DEFAULT_5XX' });
    expect(resourcesOfType(stack, 'Deployment')[0].DependsOn).toEqual([expect.stringMatching(/^Own/), expect.stringMatching(/^Petspets/)]);
    expect(deploymentIds(stack)[0].endsWith(api.latestDeployment?.fingerprint().slice(0, 32) ?? '')).toBe(false);
  });

  test('has keys and plans without a stage of this app (#22102, #22368)', () => {
    const { stack, api } = existing();
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
    plan.addApiKey(api.addApiKey('Key'));
    expect(resourcesOfType(stack, 'UsagePlan')[0].Properties.ApiStages).toEqual([
      { ApiId: 'abc123', Stage: { Ref: expect.stringMatching(/^Pets/) as string }, Throttle: {} },
    ]);
    expect(resourcesOfType(stack, 'ApiKey')[0].Properties).not.toHaveProperty('StageKeys');
    expect(resourcesOfType(stack, 'UsagePlanKey')).toHaveLength(1);
  });
});
