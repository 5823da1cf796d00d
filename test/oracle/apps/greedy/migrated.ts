import { Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { LambdaIntegration, RestApi } from '../../../../lib/cdk';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';

/** One function for everything, as LambdaRestApi declares it, and one beside the API that knows its address. */
export class GreedyStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const server = new NodejsFunction(this, 'Server', { entry: path.join(__dirname, '..', 'handlers', 'echo.ts'), runtime: Runtime.NODEJS_20_X });
    const api = new RestApi(this, 'Api', { defaultIntegration: new LambdaIntegration(server), description: 'Everything' });
    api.root.addProxy();
    const inner = api.root.addResource('inner');
    inner.addProxy({ anyMethod: false }).addMethod('GET');
    new NodejsFunction(this, 'WithoutRuntime', { entry: path.join(__dirname, '..', 'handlers', 'echo.ts'), environment: { URL: api.url } });
  }
}
