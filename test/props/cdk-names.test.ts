import { Stack } from 'aws-cdk-lib';
import { TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unknownMemberHint, wrongLibraryHint } from '../../lib/props/cdk-names';
import { membersOf, type StructName } from '../../lib/props/check';

interface CdkStruct {
  readonly properties?: readonly { readonly name: string }[];
  readonly interfaces?: readonly string[];
}

const file = path.join(path.dirname(require.resolve('aws-cdk-lib/package.json')), '.jsii.gz');
// jsii writes its assembly in this form
const { types } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { readonly types: Readonly<Record<string, CdkStruct>> };

function cdkMembers(fqn: string): string[] {
  const { properties = [], interfaces = [] } = types[fqn] ?? {};
  return [...properties.map(({ name }) => name), ...interfaces.flatMap(cdkMembers)];
}

test.each<[StructName, string]>([
  ['ApiProps', 'aws_apigateway.RestApiProps'],
  ['aws.ApiProps', 'aws_apigateway.RestApiProps'],
  ['StageOptions', 'aws_apigateway.StageOptions'],
  ['MethodOptions', 'aws_apigateway.MethodOptions'],
  ['ResourceOptions', 'aws_apigateway.ResourceOptions'],
  ['CorsOptions', 'aws_apigateway.CorsOptions'],
  ['DeploymentProps', 'aws_apigateway.DeploymentProps'],
  ['ProxyFunctionProps', 'aws_lambda_nodejs.NodejsFunctionProps'],
  ['aws.ProxyFunctionProps', 'aws_lambda_nodejs.NodejsFunctionProps'],
  ['BundlingOptions', 'aws_lambda_nodejs.BundlingOptions'],
  ['ProxyIntegrationOptions', 'aws_apigateway.LambdaIntegrationOptions'],
  ['HttpIntegrationOptions', 'aws_apigateway.HttpIntegrationProps'],
  ['MockIntegrationOptions', 'aws_apigateway.IntegrationOptions'],
  ['TokenAuthorizerProps', 'aws_apigateway.TokenAuthorizerProps'],
  ['RequestAuthorizerProps', 'aws_apigateway.RequestAuthorizerProps'],
  ['CognitoUserPoolsAuthorizerProps', 'aws_apigateway.CognitoUserPoolsAuthorizerProps'],
  ['HttpApiProps', 'aws_apigatewayv2.HttpApiProps'],
  ['aws.HttpApiProps', 'aws_apigatewayv2.HttpApiProps'],
  ['HttpStageProps', 'aws_apigatewayv2.HttpStageProps'],
  ['HttpRouteProps', 'aws_apigatewayv2.HttpRouteProps'],
  ['AddRoutesOptions', 'aws_apigatewayv2.AddRoutesOptions'],
  ['CorsPreflightOptions', 'aws_apigatewayv2.CorsPreflightOptions'],
  ['RouteAccessLogSettings', 'aws_apigatewayv2.IAccessLogSettings'],
  ['HttpJwtAuthorizerProps', 'aws_apigatewayv2_authorizers.HttpJwtAuthorizerProps'],
  ['HttpUserPoolAuthorizerProps', 'aws_apigatewayv2_authorizers.HttpUserPoolAuthorizerProps'],
  ['HttpLambdaAuthorizerProps', 'aws_apigatewayv2_authorizers.HttpLambdaAuthorizerProps'],
  ['HttpAwsIntegrationProps', 'aws_apigatewayv2_integrations.HttpSqsIntegrationProps'],
  ['HttpAwsIntegrationProps', 'aws_apigatewayv2_integrations.HttpStepFunctionsIntegrationProps'],
  ['HttpAwsIntegrationProps', 'aws_apigatewayv2_integrations.HttpEventBridgeIntegrationProps'],
  ['HttpLambdaIntegrationProps', 'aws_apigatewayv2_integrations.HttpLambdaIntegrationProps'],
  ['HttpUrlIntegrationProps', 'aws_apigatewayv2_integrations.HttpUrlIntegrationProps'],
  ['WebSocketApiProps', 'aws_apigatewayv2.WebSocketApiProps'],
  ['aws.WebSocketApiProps', 'aws_apigatewayv2.WebSocketApiProps'],
  ['WebSocketRouteProps', 'aws_apigatewayv2.WebSocketRouteProps'],
  ['WebSocketStageProps', 'aws_apigatewayv2.WebSocketStageProps'],
  ['WebSocketLambdaAuthorizerProps', 'aws_apigatewayv2_authorizers.WebSocketLambdaAuthorizerProps'],
  ['WebSocketLambdaIntegrationProps', 'aws_apigatewayv2_integrations.WebSocketLambdaIntegrationProps'],
  ['WebSocketMockIntegrationProps', 'aws_apigatewayv2_integrations.WebSocketMockIntegrationProps'],
  ['WebSocketAwsIntegrationProps', 'aws_apigatewayv2_integrations.WebSocketAwsIntegrationProps'],
  ['UsagePlanProps', 'aws_apigateway.UsagePlanProps'],
  ['ApiKeyOptions', 'aws_apigateway.ApiKeyProps'],
  ['ModelOptions', 'aws_apigateway.ModelOptions'],
  ['RequestValidatorOptions', 'aws_apigateway.RequestValidatorOptions'],
  ['GatewayResponseOptions', 'aws_apigateway.GatewayResponseOptions'],
])('each property of %s that aws-cdk-lib has (%s) is here, or the error says what to do instead', (struct, cdk) => {
  const { byName } = membersOf(struct);
  const unknown = cdkMembers(`aws-cdk-lib.${cdk}`).filter((name) => !byName.has(name));
  expect(unknown.filter((name) => !unknownMemberHint(struct, name, []).startsWith(': '))).toEqual([]);
});

test('a name that is like none of ours gets all of them', () => {
  expect(unknownMemberHint('ApiQuotas', 'color', ['resources', 'stages'])).toBe('; there is resources, stages');
});

test('constructs of aws-cdk-lib are told apart from those that have the same members', () => {
  const handler = lambda.Function.fromFunctionArn(new Stack(), 'Fn', 'arn:aws:lambda:us-east-1:123456789012:function:fn');
  expect(wrongLibraryHint('IAuthorizer', new TokenAuthorizer(handler.stack, 'Auth', { handler }))).toBe('; it belongs to aws-cdk-lib, use TokenAuthorizer of synthgate');
  expect(wrongLibraryHint('IAuthorizer', { authorizerId: 'id' })).toBe('');
});
