import { App, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { LambdaIntegration, ResponseTransferMode, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { join } from 'path';

/** A function whose response is streamed, beside one whose response is not. */
export class StreamingStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const code = Code.fromAsset(join(__dirname, 'lambda', 'streaming'));
    const stream = new LambdaFunction(this, 'Stream', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code, timeout: Duration.minutes(2) });
    const api = new RestApi(this, 'StreamingApi');
    api.root.addResource('chat').addMethod('POST', new LambdaIntegration(stream, { responseTransferMode: ResponseTransferMode.STREAM, timeout: Duration.minutes(1) }));
    api.root.addResource('buffered').addMethod('GET', new LambdaIntegration(new LambdaFunction(this, 'Buffered', { runtime: Runtime.NODEJS_22_X, handler: 'index.buffered', code })));
  }
}

export const app = new App();
new StreamingStack(app, 'StreamingStack');
