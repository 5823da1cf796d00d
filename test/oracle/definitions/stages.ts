import { Duration } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { AccessLogDestination, AccessLogFormat, Deployment, MethodLoggingLevel, MockIntegration, Stage } from '../../../lib';
import { newFunction } from '../../support/aws-stack';
import { deploymentOf, lambdaIntegration, petsApi, petsRestApi, type Definition } from './definition';

/** Stages and deployments. */
export const STAGES: readonly Definition[] = [
  {
    name: 'a stage with a name, a description, variables and traces',
    ours: (stack) => {
      const api = petsApi(stack, {
        deployOptions: { stageName: 'live', description: 'For customers', variables: { color: 'red' }, tracingEnabled: true },
      });
      api.root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, {
        deployOptions: { stageName: 'live', description: 'For customers', variables: { color: 'red' }, tracingEnabled: true },
      });
      api.root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'limits, logs and metrics of all methods',
    ours: (stack) => {
      const api = petsApi(stack, {
        deployOptions: {
          throttlingRateLimit: 10,
          throttlingBurstLimit: 20,
          loggingLevel: MethodLoggingLevel.INFO,
          dataTraceEnabled: true,
          metricsEnabled: true,
        },
      });
      api.root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, {
        deployOptions: {
          throttlingRateLimit: 10,
          throttlingBurstLimit: 20,
          loggingLevel: theirs.MethodLoggingLevel.INFO,
          dataTraceEnabled: true,
          metricsEnabled: true,
        },
      });
      api.root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'a cache',
    ours: (stack) => {
      const api = petsApi(stack, {
        deployOptions: {
          cacheClusterEnabled: true,
          cacheClusterSize: '6.1',
          cachingEnabled: true,
          cacheTtl: Duration.minutes(5),
          cacheDataEncrypted: true,
        },
      });
      api.root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, {
        deployOptions: {
          cacheClusterEnabled: true,
          cacheClusterSize: '6.1',
          cachingEnabled: true,
          cacheTtl: Duration.minutes(5),
          cacheDataEncrypted: true,
        },
      });
      api.root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'settings of single methods',
    ours: (stack) => {
      const api = petsApi(stack, {
        deployOptions: {
          loggingLevel: MethodLoggingLevel.ERROR,
          methodOptions: {
            '/pets/{id}/GET': { throttlingRateLimit: 1, loggingLevel: MethodLoggingLevel.INFO },
            '//GET': { metricsEnabled: true },
          },
        },
      });
      const fn = newFunction(stack);
      api.root.addMethod('GET', fn);
      api.root.resourceForPath('pets/{id}').addMethod('GET', fn);
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, {
        deployOptions: {
          loggingLevel: theirs.MethodLoggingLevel.ERROR,
          methodOptions: {
            '/pets/{id}/GET': { throttlingRateLimit: 1, loggingLevel: theirs.MethodLoggingLevel.INFO },
            '//GET': { metricsEnabled: true },
          },
        },
      });
      const backend = lambdaIntegration(stack);
      api.root.addMethod('GET', backend);
      api.root.resourceForPath('pets/{id}').addMethod('GET', backend);
    },
  },
  {
    name: 'an access log in a log group',
    ours: (stack) => {
      const accessLogDestination = AccessLogDestination.logGroup(new LogGroup(stack, 'Log'));
      const api = petsApi(stack, { deployOptions: { accessLogFormat: AccessLogFormat.clf(), accessLogDestination } });
      api.root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const accessLogDestination = new theirs.LogGroupLogDestination(new LogGroup(stack, 'Log'));
      const api = petsRestApi(stack, { deployOptions: { accessLogFormat: theirs.AccessLogFormat.clf(), accessLogDestination } });
      api.root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'an access log as JSON of chosen fields',
    ours: (stack) => {
      const accessLogDestination = AccessLogDestination.logGroup(new LogGroup(stack, 'Log'));
      const fields = {
        ip: true,
        caller: true,
        user: true,
        requestTime: false,
        httpMethod: true,
        resourcePath: true,
        status: true,
        protocol: false,
        responseLength: true,
      };
      const api = petsApi(stack, {
        deployOptions: { accessLogFormat: AccessLogFormat.jsonWithStandardFields(fields), accessLogDestination },
      });
      api.root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const accessLogDestination = new theirs.LogGroupLogDestination(new LogGroup(stack, 'Log'));
      const accessLogFormat = theirs.AccessLogFormat.jsonWithStandardFields({
        ip: true,
        caller: true,
        user: true,
        requestTime: false,
        httpMethod: true,
        resourcePath: true,
        status: true,
        protocol: false,
        responseLength: true,
      });
      const api = petsRestApi(stack, { deployOptions: { accessLogFormat, accessLogDestination } });
      api.root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'two stages',
    ours: (stack) => {
      const api = petsApi(stack, { deployOptions: { stageName: 'prod' } });
      api.root.addMethod('GET', newFunction(stack));
      const deployment = deploymentOf(api);
      new Stage(stack, 'Beta', { deployment, stageName: 'beta', description: 'For testers', variables: { color: 'blue' }, throttlingRateLimit: 1 });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, { deployOptions: { stageName: 'prod' } });
      api.root.addMethod('GET', lambdaIntegration(stack));
      new theirs.Stage(stack, 'Beta', {
        deployment: deploymentOf(api),
        stageName: 'beta',
        description: 'For testers',
        variables: { color: 'blue' },
        throttlingRateLimit: 1,
      });
    },
  },
  {
    name: 'deployments that stay',
    ours: (stack) => {
      petsApi(stack, { retainDeployments: true }).root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      petsRestApi(stack, { retainDeployments: true }).root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'no deployment by itself',
    ours: (stack) => {
      petsApi(stack, { deploy: false }).root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      petsRestApi(stack, { deploy: false }).root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'a deployment and a stage of one\'s own',
    ours: (stack) => {
      const api = petsApi(stack, { deploy: false });
      api.root.addMethod('GET', newFunction(stack));
      new Stage(stack, 'Stage', { deployment: new Deployment(stack, 'Deployment', { api, description: 'As declared' }), stageName: 'own' });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, { deploy: false });
      api.root.addMethod('GET', lambdaIntegration(stack));
      const deployment = new theirs.Deployment(stack, 'Deployment', { api, description: 'As declared', retainDeployments: false });
      new theirs.Stage(stack, 'Stage', { deployment, stageName: 'own' });
    },
  },
  {
    name: 'two APIs in one stack',
    ours: (stack) => {
      petsApi(stack).root.addMethod('GET', newFunction(stack));
      petsApi(stack, {}, 'Shops').root.addMethod('GET', new MockIntegration());
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack));
      petsRestApi(stack, {}, 'Shops').root.addMethod('GET');
    },
  },
];
