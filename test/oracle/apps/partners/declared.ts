import { Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { ApiKeySourceType, Period, ProxyIntegration } from '../../../../lib';
import { Api, ProxyFunction } from '../../../../lib/aws';

/** Keys, plans, quotas and limits of single methods. */
export class PartnersStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const rates = new ProxyFunction(this, 'Rates', { entry: path.join(__dirname, '..', 'handlers', 'echo.ts'), runtime: Runtime.NODEJS_22_X });
    const api = new Api(this, 'PartnersApi', { apiKeySourceType: ApiKeySourceType.HEADER, deployOptions: { stageName: 'live', variables: { tier: 'gold' } } });
    const method = api.root.addResource('rates').addMethod('GET', new ProxyIntegration(rates), { apiKeyRequired: true });
    api.root.addResource('ping').addMethod('GET', new ProxyIntegration(rates), { apiKeyRequired: false });
    const free = api.addUsagePlan('Free', { throttle: { rateLimit: 1, burstLimit: 2 }, quota: { limit: 100, period: Period.DAY } });
    const gold = api.addUsagePlan('Gold', { description: 'Partners that pay', quota: { limit: 1_000_000, period: Period.MONTH, offset: 2 } });
    free.addApiKey(api.addApiKey('FreeKey'));
    gold.addApiKey(api.addApiKey('GoldKey', { apiKeyName: 'gold', description: 'The first partner' }));
    gold.addApiKey(api.addApiKey('SecondKey'));
    free.addApiStage({ stage: api.deploymentStage });
    gold.addApiStage({ stage: api.deploymentStage, throttle: [{ method, throttle: { rateLimit: 50, burstLimit: 100 } }] });
  }
}
