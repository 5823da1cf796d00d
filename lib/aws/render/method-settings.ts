import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { methodSettingsOf, methodsOf, type GatewaySpec, type MethodSettingSpec } from '../../spec';

type Property = apigateway.CfnStage.MethodSettingProperty;

/**
 * The method settings of a stage. On AWS an entry for one method replaces the entry for all, so each method that a narrower
 * pattern matches gets an entry with everything that applies to it.
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_MethodSetting.html
 */
export function methodSettingsProperty(stageName: string, spec: GatewaySpec): Property[] {
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
