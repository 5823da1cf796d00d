import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { Deployments } from './deployments';
import { functionVariables } from './invocation-uri';
import { methodSettingsProperty } from './method-settings';
import { filled, type RenderContext } from './render-context';

/** The stages of an API, by name. */
export function renderStages(context: RenderContext, deployments: Deployments): ReadonlyMap<string, apigateway.CfnStage> {
  const { CfnStage } = awsCdk().aws_apigateway;
  return new Map(Object.entries(context.spec.stages).map(([stageName, stage]) => {
    const scope = context.scopeOf(['stages', stageName]);
    const properties = propertiesOf(stage, { stageName, scope, context, deployments });
    return [stageName, new CfnStage(scope, 'Resource', { stageName, ...properties, ...context.stageSettings(stageName) })];
  }));
}

interface StagePlacement {
  readonly stageName: string;
  readonly scope: Construct;
  readonly context: RenderContext;
  readonly deployments: Deployments;
}

function propertiesOf(stage: StageSpec, { stageName, scope, context, deployments }: StagePlacement): Omit<apigateway.CfnStageProps, 'stageName'> {
  return {
    restApiId: context.restApiId,
    deploymentId: deployments.idOf(stage.deployment),
    description: stage.description,
    variables: filled({ ...stage.variables, ...functionVariables(stageName, context) }),
    methodSettings: filled(methodSettingsProperty(stageName, context.spec)),
    cacheClusterEnabled: stage.cacheClusterEnabled || undefined,
    cacheClusterSize: stage.cacheClusterEnabled ? stage.cacheClusterSize : undefined,
    canarySetting: stage.canary === undefined ? undefined : canaryProperty(stage.canary, deployments),
    accessLogSetting: stage.accessLog === undefined ? undefined : accessLogProperty(stage.accessLog, { stageName, scope, context }),
  };
}

function canaryProperty(canary: NonNullable<StageSpec['canary']>, deployments: Deployments): apigateway.CfnStage.CanarySettingProperty {
  return {
    percentTraffic: canary.percentTraffic,
    deploymentId: deployments.idOf(canary.deployment),
    stageVariableOverrides: filled(canary.stageVariableOverrides),
    useStageCache: canary.useStageCache,
  };
}

/** An ARN is used as it is; standard output or a file becomes a log group. */
function accessLogProperty(
  { format, destination }: NonNullable<StageSpec['accessLog']>, { stageName, scope, context }: Omit<StagePlacement, 'deployments'>,
): apigateway.CfnStage.AccessLogSettingProperty {
  const isOnAws = destination.startsWith('arn:') || awsCdk().Token.isUnresolved(destination);
  return { format, destinationArn: isOnAws ? destination : context.accessLogGroupArn(stageName, scope) };
}
