// Plain aws-cdk-lib: nothing of synthgate is in this app.
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';

class ShopStack extends cdk.Stack {
  public constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const pets = new HttpLambdaIntegration('Pets', this.handler('Pets', 'pets.handler'));
    const authorizer = new HttpLambdaAuthorizer('Staff', this.handler('Staff', 'staff.handler'), { responseTypes: [HttpLambdaResponseType.SIMPLE] });
    const api = new HttpApi(this, 'Shop', {
      corsPreflight: { allowOrigins: ['https://shop.example.com'], allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.DELETE], allowHeaders: ['authorization'] },
    });
    api.addRoutes({ path: '/pets/{petId}', methods: [HttpMethod.GET], integration: pets });
    api.addRoutes({ path: '/pets/{petId}', methods: [HttpMethod.DELETE], integration: pets, authorizer });
  }

  private handler(id: string, handler: string): Function {
    return new Function(this, id, { runtime: Runtime.NODEJS_22_X, handler, code: Code.fromAsset(path.join(__dirname, 'handlers')) });
  }
}

const app = new cdk.App();
new ShopStack(app, 'ShopStack');
app.synth();
