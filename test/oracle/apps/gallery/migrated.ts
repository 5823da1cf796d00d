import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import path from 'node:path';
import { Cors, LambdaIntegration, MockIntegration, RestApi } from '../../../../lib/cdk';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';

/** Three origins with credentials, other origins on one resource; functions log for two years. */
export class GalleryStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const pictures = new NodejsFunction(this, 'Pictures', {
      entry: path.join(__dirname, '..', 'handlers', 'echo.ts'),
      runtime: Runtime.NODEJS_22_X,
      functionName: 'gallery-pictures',
      reservedConcurrentExecutions: 5,
      logGroup: new LogGroup(this, 'PicturesLog', { retention: RetentionDays.TWO_YEARS }),
      bundling: { externalModules: ['@aws-sdk/client-s3'], define: { 'process.env.COLOR': '"blue"' } },
    });
    const api = new RestApi(this, 'GalleryApi', {
      defaultCorsPreflightOptions: {
        allowOrigins: ['https://gallery.example', 'https://admin.gallery.example', 'http://localhost:3000'],
        allowCredentials: true, maxAge: Duration.days(1),
      },
    });
    const resource = api.root.addResource('pictures');
    resource.addMethod('GET', new LambdaIntegration(pictures));
    resource.addMethod('PUT', new LambdaIntegration(pictures));
    resource.addResource('{id}').addMethod('ANY', new LambdaIntegration(pictures));
    const open = api.root.addResource('open', { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS, statusCode: 200, exposeHeaders: ['X-Total'] } });
    open.addMethod('GET', new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"open": true}' } }],
    }), { methodResponses: [{ statusCode: '200' }] });
  }
}
