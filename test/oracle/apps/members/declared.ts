import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { Architecture, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { AuthorizationType, CognitoUserPoolsAuthorizer, MethodLoggingLevel, ProxyIntegration } from '../../../../lib';
import { Api, Cors, ProxyFunction } from '../../../../lib/aws';

/** Members of a club: a user pool guards the methods, every origin may call. */
export class MembersStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const pool = new UserPool(this, 'UserPool', { selfSignUpEnabled: true, signInAliases: { email: true } });
    pool.addClient('Client');
    const members = new ProxyFunction(this, 'MembersFunction', {
      entry: path.join(__dirname, '..', 'handlers', 'echo.ts'),
      runtime: Runtime.NODEJS_22_X,
      architecture: Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.seconds(10),
      tracing: Tracing.ACTIVE,
      description: 'Members of the club',
      bundling: { minify: true, sourceMap: true },
      environment: { NODE_OPTIONS: '--enable-source-maps', POOL: pool.userPoolId },
    });
    const api = new Api(this, 'MembersApi', {
      deployOptions: {
        stageName: 'v1', metricsEnabled: true, loggingLevel: MethodLoggingLevel.INFO, throttlingRateLimit: 100, throttlingBurstLimit: 50,
      },
      cloudWatchRole: true,
      defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS, allowMethods: Cors.ALL_METHODS, allowHeaders: Cors.DEFAULT_HEADERS },
    });
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', { cognitoUserPools: [pool] });
    const integration = new ProxyIntegration(members);
    const options = { authorizer, authorizationType: AuthorizationType.COGNITO };
    const resource = api.root.addResource('members');
    resource.addMethod('GET', integration, options);
    resource.addMethod('POST', integration, { ...options, authorizationScopes: ['members/write'] });
    resource.addResource('{memberId}').addMethod('DELETE', integration, options);
    api.root.addResource('health').addMethod('GET', integration);
    new CfnOutput(this, 'MembersUrl', { value: api.urlForPath('/members') });
  }
}
