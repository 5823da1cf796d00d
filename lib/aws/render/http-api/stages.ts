import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import { HttpStage } from '../../../constructs';
import type { StageSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { functionVariables } from '../invocation-uri';
import { filled } from '../render-context';
import type { HttpApiContext } from './http-api-context';

/** The stages of an HTTP API, each below the construct that declares it. */
export function renderHttpStages(context: HttpApiContext): v2.CfnStage[] {
  const { CfnStage } = awsCdk().aws_apigatewayv2;
  return context.api._registry.stages.flatMap((declared) => {
    const stage = context.spec.stages[declared._name];
    if (stage === undefined || !HttpStage.isHttpStage(declared)) return [];
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
  declared: HttpStage, { accessLog }: StageSpec, context: HttpApiContext,
): v2.CfnStage.AccessLogSettingsProperty | undefined {
  if (accessLog === undefined) return undefined;
  const { format, destination } = accessLog;
  const isOnAws = destination.startsWith('arn:') || awsCdk().Token.isUnresolved(destination);
  return { format, destinationArn: isOnAws ? destination : context.accessLogGroupArn(declared.stageName, declared) };
}
