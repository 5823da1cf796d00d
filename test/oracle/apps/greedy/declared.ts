import { Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { ProxyIntegration } from '../../../../lib';
import { Api, ProxyFunction } from '../../../../lib/aws';

/** One function for everything, as LambdaRestApi declares it, and one beside the API that knows its address. */
export class GreedyStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const server = new ProxyFunction(this, 'Server', { entry: path.join(__dirname, '..', 'handlers', 'echo.ts'), runtime: Runtime.NODEJS_20_X });
    const api = new Api(this, 'Api', { defaultIntegration: new ProxyIntegration(server), description: 'Everything' });
    api.root.addProxy();
    const inner = api.root.addResource('inner');
    inner.addProxy({ anyMethod: false }).addMethod('GET');
    new ProxyFunction(this, 'WithoutRuntime', { entry: path.join(__dirname, '..', 'handlers', 'echo.ts'), environment: { URL: api.url } });
  }
}
