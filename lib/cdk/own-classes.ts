import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as own from '../constructs';

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
export const Deployment = forApis<typeof apigateway.Deployment>(apigateway.Deployment, (scope, id, { description: _, api, ...props }) =>
  own.Api.isApi(api) ? new own.Deployment(scope, id, { api, ...props }) : undefined);

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
export const UsagePlan = forApis<typeof apigateway.UsagePlan>(apigateway.UsagePlan, (scope, id, props) =>
  Array.isArray(props.apiStages) && props.apiStages.some(isOfApi) ? new own.UsagePlan(scope, id, props) : undefined);

function isOfApi({ stage }: { readonly stage?: unknown }): boolean {
  return own.Stage.isStage(stage);
}
