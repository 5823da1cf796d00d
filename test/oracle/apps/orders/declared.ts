import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { IdentitySource, ProxyIntegration, RequestAuthorizer, ResponseType, TokenAuthorizer } from '../../../../lib';
import { Api, ProxyFunction } from '../../../../lib/aws';

/** Orders behind a token authorizer, reports behind a request authorizer; bodies are validated. */
export class OrdersStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const entry = (name: string) => path.join(__dirname, '..', 'handlers', `${name}.ts`);
    const runtime = Runtime.NODEJS_20_X;
    const orders = new ProxyFunction(this, 'Orders', { entry: entry('echo'), handler: 'main', runtime });
    const decide = new ProxyFunction(this, 'Decide', { entry: entry('authorizer'), runtime });
    const api = new Api(this, 'OrdersApi', { binaryMediaTypes: ['image/png'] });
    const byToken = new TokenAuthorizer(this, 'ByToken', { handler: decide, resultsCacheTtl: Duration.minutes(10), validationRegex: '^Bearer .+$' });
    const byTenant = new RequestAuthorizer(this, 'ByTenant', { handler: decide, identitySources: [IdentitySource.header('x-tenant'), IdentitySource.queryString('q')] });
    const order = api.addModel('Order', { contentType: 'application/json', schema: { type: 'object' as never, required: ['id'] } });
    const requestValidator = api.addRequestValidator('Body', { validateRequestBody: true });
    const resource = api.root.addResource('orders', { defaultMethodOptions: { authorizer: byToken } });
    resource.addMethod('GET', new ProxyIntegration(orders));
    resource.addMethod('POST', new ProxyIntegration(orders, { timeout: Duration.seconds(20) }), {
      requestModels: { 'application/json': order }, requestValidator, operationName: 'createOrder',
    });
    api.root.resourceForPath('reports/{year}/{month}').addMethod('GET', new ProxyIntegration(orders), {
      authorizer: byTenant, requestParameters: { 'method.request.querystring.q': true }, requestValidatorOptions: { validateRequestParameters: true },
    });
    api.addGatewayResponse('Denied', { type: ResponseType.ACCESS_DENIED, statusCode: '404', responseHeaders: { 'Access-Control-Allow-Origin': "'*'" } });
  }
}
