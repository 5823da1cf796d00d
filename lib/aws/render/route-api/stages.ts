import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { RouteStage } from '../../../constructs';
import { describeProtocol, methodKey, methodsOf, type StageSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { accessLogProperty } from '../account-logging';
import { functionVariables } from '../invocation-uri';
import { filled } from '../render-context';
import { addDependency } from '../resource-dependency';
import type { RouteApiContext } from './route-api-context';

/** The stages of an API, each below the construct that declares it. @param isStage - tells the stages of its kind */
export function renderRouteStages(context: RouteApiContext, isStage: (value: unknown) => value is RouteStage): v2.CfnStage[] {
  const { CfnStage } = awsCdk().aws_apigatewayv2;
  return context.api._registry.stages.flatMap((declared) => {
    const stage = context.spec.stages[declared._name];
    if (stage === undefined || !isStage(declared)) return [];
    const byRoute = settingsByRoute(stage, context);
    const rendered = new CfnStage(declared, 'Resource', {
      apiId: context.apiId,
      stageName: declared.stageName,
      autoDeploy: declared._autoDeploy,
      description: stage.description,
      stageVariables: filled({ ...stage.variables, ...functionVariables(declared.stageName, context) }),
      defaultRouteSettings: routeSettings(stage.methodSettings['*/*']),
      routeSettings: byRoute,
      accessLogSettings: accessLogProperty(stage, () => context.accessLogGroupArn(declared)),
    });
    for (const route of routesOf(byRoute, context)) addDependency(rendered, route);
    mapDomain(declared, rendered, context);
    return [rendered];
  });
}

/** As the CDK's ApiMapping: a stage with a domain waits for it. */
function mapDomain(declared: RouteStage, rendered: v2.CfnStage, { apiId }: RouteApiContext): void {
  const { domainMapping } = declared._settings;
  if (domainMapping === undefined) return;
  const { domainName: domain, mappingKey } = domainMapping;
  const isConstruct = Construct.isConstruct(domain);
  const id = isConstruct ? `${domain.toString()}${mappingKey}` : `Mapping${mappingKey ?? ''}`;
  const { CfnApiMapping } = awsCdk().aws_apigatewayv2;
  const mapping = new CfnApiMapping(new Construct(declared, id), 'Resource', {
    apiId, domainName: domain.name, stage: declared.stageName, apiMappingKey: mappingKey,
  });
  addDependency(mapping, rendered);
  if (isConstruct) declared.node.addDependency(domain);
}

type MethodSettings = StageSpec['methodSettings'][string];

/** By route key; the resource is of free form in aws-cdk-lib, so the names are CloudFormation's. */
function settingsByRoute({ methodSettings }: StageSpec, { spec }: RouteApiContext): Record<string, object> | undefined {
  const { methodKey: routeKeyOf } = describeProtocol(spec);
  return filled(Object.fromEntries(methodsOf(spec).flatMap(({ path, httpMethod }) => {
    const own = methodSettings[methodKey(path, httpMethod)];
    if (own === undefined) return [];
    const { throttlingRateLimit, throttlingBurstLimit, metricsEnabled } = own;
    return [[routeKeyOf(path, httpMethod), {
      ThrottlingRateLimit: throttlingRateLimit, ThrottlingBurstLimit: throttlingBurstLimit, DetailedMetricsEnabled: metricsEnabled,
    }]];
  })));
}

function routeSettings(all: MethodSettings | undefined): v2.CfnStage.RouteSettingsProperty | undefined {
  if (all === undefined) return undefined;
  const { throttlingRateLimit, throttlingBurstLimit, metricsEnabled } = all;
  return { throttlingRateLimit, throttlingBurstLimit, detailedMetricsEnabled: metricsEnabled };
}

/** The routes that have settings of their own: AWS refuses a stage with settings of a route that is not there yet. */
function routesOf(byRoute: Record<string, object> = {}, { api }: RouteApiContext): CfnResource[] {
  const { CfnResource: Resource } = awsCdk();
  return api._routes.flatMap(({ _key, node }) => {
    const rendered = Object.hasOwn(byRoute, _key.key) ? node.tryFindChild('Resource') : undefined;
    return rendered !== undefined && Resource.isCfnResource(rendered) ? [rendered] : [];
  });
}
