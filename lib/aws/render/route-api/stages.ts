import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { HttpStage, WebSocketStage } from '../../../constructs';
import type { StageSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { functionVariables } from '../invocation-uri';
import { filled } from '../render-context';
import type { RouteApiContext } from './route-api-context';

type RouteStage = HttpStage | WebSocketStage;

/** The stages of an API, each below the construct that declares it. @param isStage - tells the stages of its kind */
export function renderRouteStages(context: RouteApiContext, isStage: (value: unknown) => value is RouteStage): v2.CfnStage[] {
  const { CfnStage } = awsCdk().aws_apigatewayv2;
  return context.api._registry.stages.flatMap((declared) => {
    const stage = context.spec.stages[declared._name];
    if (stage === undefined || !isStage(declared)) return [];
    return [new CfnStage(declared, 'Resource', {
      apiId: context.apiId,
      stageName: declared.stageName,
      autoDeploy: declared._autoDeploy,
      description: stage.description,
      stageVariables: filled({ ...stage.variables, ...functionVariables(declared.stageName, context) }),
      defaultRouteSettings: routeSettings(stage),
      accessLogSettings: accessLogSettings(declared, stage, context),
    })];
  });
}

function routeSettings({ methodSettings: { '*/*': all } }: StageSpec): v2.CfnStage.RouteSettingsProperty | undefined {
  if (all === undefined) return undefined;
  const { throttlingRateLimit, throttlingBurstLimit, metricsEnabled } = all;
  return { throttlingRateLimit, throttlingBurstLimit, detailedMetricsEnabled: metricsEnabled };
}

/** An ARN is used as it is; standard output or a file becomes a log group. */
function accessLogSettings(
  declared: RouteStage, { accessLog }: StageSpec, context: RouteApiContext,
): v2.CfnStage.AccessLogSettingsProperty | undefined {
  if (accessLog === undefined) return undefined;
  const { format, destination } = accessLog;
  const isOnAws = destination.startsWith('arn:') || awsCdk().Token.isUnresolved(destination);
  return { format, destinationArn: isOnAws ? destination : context.accessLogGroupArn(declared.stageName, declared) };
}
