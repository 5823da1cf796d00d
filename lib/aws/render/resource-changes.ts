import type * as cdk from 'aws-cdk-lib';
import { createHash } from 'node:crypto';
import { apiResources } from './api-resources';
import { changedProperties } from './changed-properties';
import { propertiesText, restApiText } from './properties-text';
import type { RenderContext } from './render-context';
import { snapshotOf, writtenAs, type ResourceSnapshot } from './resource-snapshot';

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
