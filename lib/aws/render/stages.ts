import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { methodSettingsOf, methodsOf, type StageSpec, type GatewaySpec, type MethodSettingSpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { accessLogProperty } from './account-logging';
import type { Deployments } from './deployments';
import { functionVariables } from './invocation-uri';
import { filled, type RenderContext } from './render-context';

/** The stages of an API, by name. */
export function renderStages(context: RenderContext, deployments: Deployments): ReadonlyMap<string, apigateway.CfnStage> {
  const { CfnStage } = awsCdk().aws_apigateway;
  return new Map(Object.entries(context.spec.stages).map(([stageName, stage]) => {
    const scope = context.scopeOf(['stages', stageName]);
    return [stageName, new CfnStage(scope, 'Resource', {
      stageName,
      restApiId: context.restApiId,
      deploymentId: deployments.idOf(stage.deployment),
      description: stage.description,
      variables: filled({ ...stage.variables, ...functionVariables(stageName, context) }),
      methodSettings: filled(methodSettingsProperty(stageName, context.spec)),
      cacheClusterEnabled: stage.cacheClusterEnabled || undefined,
      cacheClusterSize: stage.cacheClusterEnabled ? stage.cacheClusterSize : undefined,
      canarySetting: stage.canary === undefined ? undefined : canaryProperty(stage.canary, deployments),
      accessLogSetting: accessLogProperty(stage, () => context.accessLogGroupArn(scope)),
      ...context.stageSettings(stageName),
    })];
  }));
}

function canaryProperty(canary: NonNullable<StageSpec['canary']>, deployments: Deployments): apigateway.CfnStage.CanarySettingProperty {
  return {
    percentTraffic: canary.percentTraffic,
    deploymentId: deployments.idOf(canary.deployment),
    stageVariableOverrides: filled(canary.stageVariableOverrides),
    useStageCache: canary.useStageCache,
  };
}

type Property = apigateway.CfnStage.MethodSettingProperty;

/**
 * The method settings of a stage. On AWS an entry for one method replaces the entry for all, so each method that a narrower
 * pattern matches gets an entry with everything that applies to it.
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_MethodSetting.html
 */
function methodSettingsProperty(stageName: string, spec: GatewaySpec): Property[] {
  const settings = spec.stages[stageName]?.methodSettings ?? {};
  const forAll = settings['*/*'];
  const ofMethods = Object.keys(settings).some((pattern) => pattern !== '*/*')
    ? methodsOf(spec).flatMap(({ path, httpMethod }): Property[] => {
      const own = methodSettingsOf(settings, path, httpMethod);
      return isSame(own, forAll ?? {}) ? [] : [{ httpMethod, resourcePath: resourcePathOf(path), ...members(own) }];
    })
    : [];
  return [...(forAll === undefined ? [] : [{ httpMethod: '*', resourcePath: '/*', ...members(forAll) }]), ...ofMethods];
}

/**
 * Slashes are `~1`; the root is a slash alone.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-apigateway-stage-methodsetting.html
 */
function resourcePathOf(path: string): string {
  return path === '/' ? '/' : `/${path.replaceAll('/', '~1')}`;
}

function members(setting: MethodSettingSpec): Omit<Property, 'httpMethod' | 'resourcePath'> {
  const {
    cacheTtlSeconds, requireAuthorizationForCacheControl: _requires, unauthorizedCacheControlHeaderStrategy: _strategy, ...same
  } = setting;
  return { dataTraceEnabled: false, ...same, ...(cacheTtlSeconds === undefined ? {} : { cacheTtlInSeconds: cacheTtlSeconds }) };
}

function isSame(left: MethodSettingSpec, right: MethodSettingSpec): boolean {
  const text = (setting: MethodSettingSpec) => JSON.stringify(Object.entries(setting).filter(([, value]) => value !== undefined).sort());
  return text(left) === text(right);
}
