import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as own from '../constructs';

type MappingProps = apigateway.BasePathMappingProps;
type DomainProps = apigateway.DomainNameProps;

type Made = new (scope: never, id: string, props: never) => object;
type Props = Readonly<Record<string, unknown>>;
/** Undefined if the props belong to no Api. */
type Make = (scope: never, id: string, props: Props) => object | undefined;

/**
 * A class of aws-cdk-lib that makes a construct of this library where its props say that it belongs to an `Api`, whose definition
 * has all its methods, stages and plans. Everything else about the class is as it was.
 */
function forApis<Class extends Made>(theirs: Class | undefined, make: Make): Class {
  if (theirs === undefined) return Object as unknown as Class; // without aws-cdk-lib, where nothing is made of it
  const made: Class = new Proxy(theirs, {
    construct: (target, [scope, id, props, ...more]: unknown[], newTarget): object => {
      const isTheirs = newTarget !== made || typeof props !== 'object' || props === null;
      // the arguments are those of a construct
      const owned = isTheirs ? undefined : make(scope as never, id as string, props as Props);
      return owned ?? Reflect.construct(target, [scope, id, props, ...more], newTarget) as object;
    },
  });
  return made;
}

export type Deployment = apigateway.Deployment;
export const Deployment = forApis<typeof apigateway.Deployment>(apigateway.Deployment, (scope, id, given) => {
  const { retainDeployments, api, ...props } = given;
  if (!own.Api.isApi(api)) return undefined;
  const made = new api._deploymentClass(scope, id, { api, ...props });
  made._isRetained = retainDeployments === true;
  return made;
});

/** Its type says that it may be the stage of an Api. */
interface StageClass extends Omit<typeof apigateway.Stage, 'prototype'> {
  new (...props: ConstructorParameters<typeof apigateway.Stage>): apigateway.Stage & own.Stage;
  readonly prototype: apigateway.Stage;
}

export type Stage = apigateway.Stage;
export const Stage = forApis<StageClass>(apigateway.Stage as StageClass, (scope, id, { deployment, ...props }) =>
  deployment instanceof own.Deployment && own.Api.isApi(deployment.api)
    ? new deployment.api._stageClass(scope, id, { deployment, ...props }) : undefined);

export type Method = apigateway.Method;
export const Method = forApis<typeof apigateway.Method>(apigateway.Method, (scope, id, { resource, httpMethod, ...props }) =>
  own.ResourceBase.isResource(resource)
    ? new resource.api._methodClass(scope, id, { resource, httpMethod: String(httpMethod), ...props }) : undefined);

export type Resource = apigateway.Resource;
export const Resource = forApis<typeof apigateway.Resource>(apigateway.Resource, (scope, id, { parent, pathPart, ...props }) =>
  own.ResourceBase.isResource(parent) ? new own.Resource(scope, id, { parent, pathPart: String(pathPart), ...props }) : undefined);

export type ProxyResource = apigateway.ProxyResource;
export const ProxyResource = forApis<typeof apigateway.ProxyResource>(apigateway.ProxyResource, (scope, id, { parent, ...props }) =>
  own.ResourceBase.isResource(parent) ? new own.ProxyResource(scope, id, { parent, ...props }) : undefined);

export type UsagePlan = apigateway.UsagePlan;
export const UsagePlan = forApis<typeof apigateway.UsagePlan>(apigateway.UsagePlan, (scope, id, props) => {
  const stages: unknown[] = Array.isArray(props.apiStages) ? props.apiStages.map(({ stage }: { readonly stage?: unknown }) => stage) : [];
  const api = stages.find(own.Stage.isStage)?.api;
  return own.Api.isApi(api) ? new api._usagePlanClass(scope, id, props) : undefined;
});

export type GatewayResponse = apigateway.GatewayResponse;
export const GatewayResponse = forApis<typeof apigateway.GatewayResponse>(apigateway.GatewayResponse, (scope, id, given) => {
  const { restApi, ...options } = given;
  if (!own.Api.isApi(restApi)) return undefined;
  const made = new own.GatewayResponse(scope, id, options as unknown as own.GatewayResponseOptions); // read by the constructor
  const { gatewayResponses } = restApi._registry;
  if (!gatewayResponses.includes(made)) gatewayResponses.push(made);
  return made;
});

/** A stage of aws-cdk-lib's mappings is by default that of the RestApi; the deployment stage of an Api is. */
function withStage<Options extends object>(api: unknown, options: Options): Options {
  const { stage, attachToStage } = options as apigateway.BasePathMappingOptions; // all members are optional
  return own.Api.isApi(api) && stage === undefined && attachToStage !== false ? { ...options, stage: api.deploymentStage } : options;
}

export type BasePathMapping = apigateway.BasePathMapping;
export const BasePathMapping = forApis<typeof apigateway.BasePathMapping>(apigateway.BasePathMapping, (scope, id, props) =>
  own.Api.isApi(props.restApi)
    ? new apigateway.BasePathMapping(scope, id, withStage(props.restApi, props) as unknown as MappingProps) : undefined);

export type DomainName = apigateway.DomainName;
export const DomainName = forApis<typeof apigateway.DomainName>(apigateway.DomainName, (scope, id, { mapping, basePath, ...props }) => {
  const given = own.Api.isApi(mapping) ? props : { mapping, basePath, ...props };
  const made = new apigateway.DomainName(scope, id, given as unknown as DomainProps);
  const addBasePathMapping = made.addBasePathMapping.bind(made);
  made.addBasePathMapping = (api, options = {}) => addBasePathMapping(api, withStage(api, options));
  // it is accepted as an IRestApi
  if (own.Api.isApi(mapping)) mapTo(made, mapping as unknown as apigateway.IRestApi, basePath as string | undefined);
  return made;
});

/** A path of several parts is a mapping of API Gateway's second version. */
function mapTo(domain: apigateway.DomainName, api: apigateway.IRestApi, basePath: string | undefined): void {
  if (basePath?.includes('/') === true) domain.addApiMapping(api.deploymentStage, { basePath });
  else domain.addBasePathMapping(api, { basePath });
}
