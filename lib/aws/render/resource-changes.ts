import type * as cdk from 'aws-cdk-lib';
import { createHash } from 'node:crypto';
import { propertiesText, restApiText } from './properties-text';
import type { RenderContext } from './render-context';
import { snapshotOf, writtenAs, type ResourceSnapshot } from './resource-snapshot';
import { awsCdk } from '../aws-cdk';

/** The API's resource in the template, and its form by the definition alone. */
export interface OwnRestApi {
  readonly resource: cdk.aws_apigateway.CfnRestApi;
  readonly declared: cdk.aws_apigateway.CfnRestApiProps;
}

/** A resource that differs from the definition. */
export interface ResourceChange {
  /** Path of the construct. */
  readonly path: string;
  /** `Integration.TimeoutInMillis (timeout of the integration)`; undefined for a resource that the definition does not have. */
  readonly properties?: readonly string[] | undefined;
}

/** Returns the properties of a resource that differ from the definition. @param declared - its properties by the definition alone */
export function changeOf(resource: cdk.CfnResource, declared: string | undefined): ResourceChange {
  const { node: { path } } = resource;
  return { path, properties: declared === undefined ? undefined : changedProperties(declared, propertiesText(resource)) };
}

/**
 * Changes that Aspects, overrides and manually added resources make to an API outside its definition. They affect responses too,
 * so they are part of a deployment's identity.
 */
export class ResourceChanges {
  /** Resources that existed before the definition was rendered. */
  public readonly byHand: readonly cdk.CfnResource[];

  private asRendered: ReadonlyMap<cdk.CfnResource, ResourceSnapshot> = new Map();
  private known?: readonly string[];

  /** Create it before the definition is rendered. */
  public constructor(private readonly context: RenderContext, private readonly own: OwnRestApi | undefined) {
    this.byHand = apiResources(context).filter((resource) => resource !== own?.resource);
  }

  /** Remembers what was rendered from the definition alone. */
  public rendered(body?: unknown): void {
    const siblings = apiResources(this.context).filter((resource) => resource !== this.own?.resource && !this.byHand.includes(resource));
    const snapshots = siblings.map((resource): [cdk.CfnResource, ResourceSnapshot] => [resource, snapshotOf(resource)]);
    if (this.own !== undefined) {
      const { resource, declared } = this.own;
      snapshots.push([resource, writtenAs(restApiText({ ...declared, body }, resource))]); // others may have changed it already
    }
    this.asRendered = new Map(snapshots);
  }

  /**
   * Returns the resources that differ from the definition, sorted by construct path. It fixes the identity of the deployment, so
   * call it when everything is declared.
   */
  public finally(): ResourceChange[] {
    const changes = this.changes();
    this.known = changes.map(({ text }) => text);
    return changes.map(({ resource }) => changeOf(resource, this.asRendered.get(resource)?.text()));
  }

  /** The identity of the deployment: fingerprint of the definition and of the changes outside it. */
  public fingerprint(): string {
    const { fingerprint } = this.context;
    const changes = this.known ?? this.changes().map(({ text }) => text);
    return changes.length === 0 ? fingerprint : createHash('sha256').update([fingerprint, ...changes].join('\0')).digest('hex');
  }

  private changes(): readonly { readonly resource: cdk.CfnResource; readonly text: string }[] {
    return apiResources(this.context).flatMap((resource) => {
      const before = this.asRendered.get(resource);
      if (before?.isUnchanged() === true) return [];
      const text = propertiesText(resource);
      return before?.text() === text ? [] : [{ resource, text: `${resource.node.path}\n${resource.cfnResourceType} ${text}` }];
    }).sort((left, right) => (left.text < right.text ? -1 : 1));
  }
}

/** CloudFormation types that are part of a deployment of API Gateway. */
const DEPLOYED_TYPES = ['RestApi', 'Resource', 'Method', 'Model', 'RequestValidator', 'Authorizer', 'GatewayResponse']
  .map((type) => `AWS::ApiGateway::${type}`);

/** All resources of an API in its stack that are part of a deployment, whoever created them. */
function apiResources({ api, restApiId }: RenderContext): cdk.CfnResource[] {
  const { CfnResource, Stack } = awsCdk();
  const stack = Stack.of(api);
  const wanted = JSON.stringify(stack.resolve(restApiId));
  return stack.node.findAll().filter((element): element is cdk.CfnResource => {
    if (!CfnResource.isCfnResource(element) || element.stack !== stack || !DEPLOYED_TYPES.includes(element.cfnResourceType)) return false;
    const id = 'restApiId' in element ? element.restApiId : element.ref;
    return id === restApiId || JSON.stringify(stack.resolve(id)) === wanted;
  });
}

/** Settings of a definition in place of properties, where their names differ. */
const INSTEAD: Readonly<Record<string, string>> = {
  'AuthorizerId': 'authorizer',
  'RequestValidatorId': 'requestValidator',
  'MinimumCompressionSize': 'minCompressionSize',
  'MethodSettings': 'methodOptions',
  'AccessLogSetting': 'accessLogDestination',
  'Integration.TimeoutInMillis': 'timeout of the integration',
  'Integration.Credentials': 'credentialsRole of the integration',
  'Integration.Uri': 'another integration',
  'Integration.Type': 'another integration',
  'Integration.IntegrationHttpMethod': 'another integration',
};

/**
 * Which properties of a resource are not as they were declared, each with what says it in a definition: `ApiKeyRequired
 * (apiKeyRequired)`. @param declared - JSON of all properties @param deployed - the same
 */
function changedProperties(declared: string, deployed: string): string[] {
  const [before, after] = [declared, deployed].map((text) => byName(JSON.parse(text))) as [Properties, Properties];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
  return changed.filter((name) => name !== 'Integration.Uri' || calledBy(before) !== calledBy(after)).sort()
    .map((name) => `${name} (${INSTEAD[name] ?? memberName(name)})`);
}

type Properties = ReadonlyMap<string, string>;

/** Returns the properties by name, as JSON; properties of an integration are listed one by one. */
function byName(properties: Readonly<Record<string, unknown>>): Properties {
  const { Integration = {}, ...own } = properties;
  const ofIntegration = Object.entries(Integration as object).map(([name, value]): [string, unknown] => [`Integration.${name}`, value]);
  return new Map([...Object.entries(own), ...ofIntegration].map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The function that an address calls: that of its stream is another address. */
function calledBy(properties: Properties): string | undefined {
  const uri = properties.get('Integration.Uri');
  return /\/functions\/(.*)\/(?:response-streaming-)?invocations/.exec(uri ?? '')?.[1] ?? uri;
}

function memberName(property: string): string {
  const name = property.replace(/^Integration\./, '');
  const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return name === property ? member : `${member} of the integration`;
}
