// Members of a Cognito user pool: every method needs a token of the pool, one needs a scope, and one looks at the group.
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CognitoUserPoolsAuthorizer } from 'synthgate';
import { Api, ProxyFunction } from 'synthgate/aws';

export class MembersStack extends cdk.Stack {
  public readonly api: Api;

  public constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const pool = new UserPool(this, 'Members', { selfSignUpEnabled: true, signInAliases: { email: true } });
    const me = new ProxyFunction(this, 'Me', { entry: path.join(__dirname, 'src/me.ts') });
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'MembersOnly', { cognitoUserPools: [pool] });

    this.api = new Api(this, 'MembersApi', {
      deployOptions: { stageName: 'prod' },
      defaultIntegration: me,
      defaultMethodOptions: { authorizer },
      defaultCorsPreflightOptions: { allowOrigins: ['https://members.example.com'] },
    });
    this.api.root.addResource('me').addMethod('GET');
    this.api.root.addResource('admin').addMethod('GET');
    this.api.root.addResource('orders').addMethod('GET', undefined, { authorizationScopes: ['orders/read'] });
  }
}

const app = new cdk.App();
export const { api } = new MembersStack(app, 'MembersStack');
