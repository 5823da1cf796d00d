import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { ApiKey, Period } from '../../../lib';
import { newFunction } from '../../support/aws-stack';
import { lambdaIntegration, petsApi, petsRestApi, type Definition } from './definition';

/** Keys and usage plans. */
export const PLANS: readonly Definition[] = [
  {
    name: 'a plan with limits, a quota and limits of a method',
    ours: (stack) => {
      const api = petsApi(stack);
      const method = api.root.addResource('pets').addMethod('GET', newFunction(stack), { apiKeyRequired: true });
      const plan = api.addUsagePlan('Plan', {
        usagePlanName: 'gold', description: 'For friends', throttle: { rateLimit: 5, burstLimit: 6 }, quota: { limit: 100, period: Period.WEEK, offset: 2 },
        apiStages: [{ stage: api.deploymentStage, throttle: [{ method, throttle: { rateLimit: 1, burstLimit: 2 } }] }],
      });
      plan.addApiKey(api.addApiKey('Key', { apiKeyName: 'friend', description: 'A friend', value: 'a-key-of-twenty-characters' }));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      const method = api.root.addResource('pets').addMethod('GET', lambdaIntegration(stack), { apiKeyRequired: true });
      const plan = api.addUsagePlan('Plan', {
        name: 'gold', description: 'For friends', throttle: { rateLimit: 5, burstLimit: 6 }, quota: { limit: 100, period: theirs.Period.WEEK, offset: 2 },
        apiStages: [{ stage: api.deploymentStage, throttle: [{ method, throttle: { rateLimit: 1, burstLimit: 2 } }] }],
      });
      plan.addApiKey(api.addApiKey('Key', { apiKeyName: 'friend', description: 'A friend', value: 'a-key-of-twenty-characters' }));
    },
  },
  {
    name: 'a plan and a key with nothing said about them',
    ours: (stack) => {
      const api = petsApi(stack);
      api.root.addMethod('GET', newFunction(stack), { apiKeyRequired: true });
      api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] }).addApiKey(api.addApiKey('Key'));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      api.root.addMethod('GET', lambdaIntegration(stack), { apiKeyRequired: true });
      api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] }).addApiKey(api.addApiKey('Key'));
    },
  },
  {
    name: 'two keys of a plan, one switched off',
    ours: (stack) => {
      const api = petsApi(stack);
      api.root.addMethod('GET', newFunction(stack), { apiKeyRequired: true });
      const plan = api.addUsagePlan('Plan', { usagePlanName: 'gold', apiStages: [{ stage: api.deploymentStage }] });
      plan.addApiKey(api.addApiKey('One', { apiKeyName: 'one' }));
      plan.addApiKey(new ApiKey(stack, 'Two', { apiKeyName: 'two', enabled: false }));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      api.root.addMethod('GET', lambdaIntegration(stack), { apiKeyRequired: true });
      const plan = api.addUsagePlan('Plan', { name: 'gold' });
      plan.addApiStage({ stage: api.deploymentStage, api });
      plan.addApiKey(api.addApiKey('One', { apiKeyName: 'one' }));
      plan.addApiKey(new theirs.ApiKey(stack, 'Two', { apiKeyName: 'two', enabled: false }));
    },
  },
  {
    name: 'a key with a plan of its own',
    ours: (stack) => {
      const api = petsApi(stack);
      api.root.addMethod('GET', newFunction(stack), { apiKeyRequired: true });
      const plan = api.addUsagePlan('Plan', { quota: { limit: 10, period: Period.DAY }, throttle: { rateLimit: 1, burstLimit: 1 }, apiStages: [{ stage: api.deploymentStage }] });
      plan.addApiKey(api.addApiKey('Key', { apiKeyName: 'friend' }));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      api.root.addMethod('GET', lambdaIntegration(stack), { apiKeyRequired: true });
      new theirs.RateLimitedApiKey(stack, 'Key', {
        apiKeyName: 'friend', quota: { limit: 10, period: theirs.Period.DAY }, throttle: { rateLimit: 1, burstLimit: 1 }, apiStages: [{ stage: api.deploymentStage }],
      });
    },
  },
];
