import type { Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi, type LambdaIntegrationOptions, type RestApiProps } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Api, type ApiProps, type TemplateFormat } from '../../../lib/aws';
import { FUNCTION_CODE } from '../../support/aws-stack';

/** One API, declared with this library and with the L2 constructs of aws-cdk-lib. */
export interface Definition {
  readonly name: string;
  readonly ours: (stack: Stack) => void;
  readonly theirs: (stack: Stack) => void;
}

/** The API of a definition. */
export function petsApi(stack: Stack, props: ApiProps = {}, id = 'Pets'): Api {
  const templateFormat = stack.node.tryGetContext('templateFormat') as TemplateFormat | undefined; // set by tests that render a definition both ways
  return new Api(stack, id, { templateFormat, ...props });
}

/** The same. */
export function petsRestApi(stack: Stack, props: RestApiProps = {}, id = 'Pets'): RestApi {
  return new RestApi(stack, id, props);
}

/** The function of Lambda that `newFunction` of this library becomes. */
export function lambdaFunction(stack: Stack, id = 'Fn'): LambdaFunction {
  return new LambdaFunction(stack, id, { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code: Code.fromAsset(FUNCTION_CODE) });
}

/** A function behind a method. */
export function lambdaIntegration(stack: Stack, options: LambdaIntegrationOptions = {}, id = 'Fn'): LambdaIntegration {
  return new LambdaIntegration(lambdaFunction(stack, id), options);
}

/** The deployment that an API makes unless it is told not to. */
export function deploymentOf<Made>({ latestDeployment }: { readonly latestDeployment?: Made }): Made {
  if (latestDeployment === undefined) throw new Error('this API does not deploy');
  return latestDeployment;
}
