import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { IdentitySource, LambdaIntegration, RequestAuthorizer, ResponseType, RestApi, TokenAuthorizer } from '../../../../lib/cdk';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';

/** Orders behind a token authorizer, reports behind a request authorizer; bodies are validated. */
export class OrdersStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const entry = (name: string) => path.join(__dirname, '..', 'handlers', `${name}.ts`);
    const runtime = Runtime.NODEJS_20_X;
    const orders = new NodejsFunction(this, 'Orders', { entry: entry('echo'), handler: 'main', runtime });
    const decide = new NodejsFunction(this, 'Decide', { entry: entry('authorizer'), runtime });
    const api = new RestApi(this, 'OrdersApi', { binaryMediaTypes: ['image/png'] });
    const byToken = new TokenAuthorizer(this, 'ByToken', { handler: decide, resultsCacheTtl: Duration.minutes(10), validationRegex: '^Bearer .+$' });
    const byTenant = new RequestAuthorizer(this, 'ByTenant', { handler: decide, identitySources: [IdentitySource.header('x-tenant'), IdentitySource.queryString('q')] });
    const order = api.addModel('Order', { contentType: 'application/json', schema: { type: 'object' as never, required: ['id'] } });
    const requestValidator = api.addRequestValidator('Body', { validateRequestBody: true });
    const resource = api.root.addResource('orders', { defaultMethodOptions: { authorizer: byToken } });
    resource.addMethod('GET', new LambdaIntegration(orders));
    resource.addMethod('POST', new LambdaIntegration(orders, { timeout: Duration.seconds(20) }), {
      requestModels: { 'application/json': order }, requestValidator, operationName: 'createOrder',
    });
    api.root.resourceForPath('reports/{year}/{month}').addMethod('GET', new LambdaIntegration(orders), {
      authorizer: byTenant, requestParameters: { 'method.request.querystring.q': true }, requestValidatorOptions: { validateRequestParameters: true },
    });
    api.addGatewayResponse('Denied', { type: ResponseType.ACCESS_DENIED, statusCode: '404', responseHeaders: { 'Access-Control-Allow-Origin': "'*'" } });
  }
}
