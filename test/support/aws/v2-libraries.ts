import {
  aws_apigateway as apigateway, aws_apigatewayv2 as v2, aws_apigatewayv2_authorizers as theirAuthorizers,
  aws_apigatewayv2_integrations as theirIntegrations, aws_lambda as lambda, type aws_logs as logs, type Stack,
} from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { HttpApi, WebSocketApi } from '../../../lib/aws';
import * as ours from '../../../lib/constructs';
import { newStack } from '../aws-stack';

/** The classes that both libraries have by the same names. */
export interface Library extends Omit<typeof ours, 'HttpApi' | 'WebSocketApi'> {
  readonly HttpApi: typeof HttpApi;
  readonly WebSocketApi: typeof WebSocketApi;
  readonly logTo: (group: logs.ILogGroup) => ours.AccessLogDestination;
  /** An API and its stage as constructs of the CDK take them. */
  readonly forCdk: (api: HttpApi | WebSocketApi, stage: ours.RouteStage) => { readonly api: v2.IApi; readonly stage: v2.IStage };
}

/** A definition of a stack that either library makes. */
export type Define = (library: Library, stack: Stack) => void;

const OURS: Library = {
  ...ours, HttpApi, WebSocketApi, logTo: (group) => ours.AccessLogDestination.logGroup(group),
  forCdk: (api, stage) => ({ api: api.cdkApi, stage: api.cdkStage(stage as never) }), // definitions pass a stage of the API
};
const THEIRS = {
  ...v2, ...theirAuthorizers, ...theirIntegrations, AccessLogFormat: apigateway.AccessLogFormat,
  logTo: (group: logs.ILogGroup) => new v2.LogGroupLogDestination(group),
  forCdk: (api: object, stage: object) => ({ api, stage }),
} as unknown as Library; // the same names and arguments, which definitions use alone

/** The templates of a definition: of this library, and of the CDK. */
export function templatesOf(define: Define): readonly [ours: object, theirs: object] {
  const instantiate = (library: Library): object => {
    const stack = newStack();
    define(library, stack);
    return Template.fromStack(stack).toJSON();
  };
  return [instantiate(OURS), instantiate(THEIRS)];
}

export function newHandler(stack: Stack, id: string): lambda.Function {
  const code = lambda.Code.fromInline('exports.handler = async () => ({});');
  return new lambda.Function(stack, id, { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code });
}
