import { App, Stack, type StackProps } from 'aws-cdk-lib';
import { LambdaIntegration, LambdaRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alias, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Binary bodies in both directions, an alias of a version as handler, a greedy path beside a fixed one. */
export class ImagesStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const images = new LambdaFunction(this, 'Images', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline(CODE) });
    const handler = new Alias(this, 'Live', { aliasName: 'live', version: images.currentVersion });
    const api = new LambdaRestApi(this, 'ImagesApi', {
      handler, binaryMediaTypes: ['image/png'], minCompressionSize: undefined, deployOptions: { stageName: 'v1' },
      integrationOptions: { allowTestInvoke: false }, proxy: false,
    });
    api.root.addProxy();
    api.root.addResource('length').addMethod('POST', new LambdaIntegration(handler));
  }
}

const CODE = `exports.handler = async ({ resource, pathParameters, body, isBase64Encoded }) => {
  if (resource === '/length') return { statusCode: 200, body: JSON.stringify({ isBase64Encoded, bytes: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').length }) };
  return { statusCode: 200, multiValueHeaders: { 'Content-Type': ['image/png'], 'Set-Cookie': ['a=1', 'b=2'] }, isBase64Encoded: true, body: Buffer.from([137, 80, 78, 71, 255]).toString('base64') };
};`;

export const app = new App();
new ImagesStack(app, 'ImagesStack');
