import type * as cdk from 'aws-cdk-lib';
import { createHash } from 'node:crypto';
import { apiResources, propertiesText } from './api-resources';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';

/** The API's own resource in the template, and what the definition alone would make of it. */
export interface OwnRestApi {
  readonly resource: cdk.aws_apigateway.CfnRestApi;
  readonly declared: cdk.aws_apigateway.CfnRestApiProps;
}

/**
 * What Aspects, overrides and resources that were added by hand make of an API besides its definition. They decide answers
 * as well, so they are part of what a deployment is known by.
 */
export class ResourceChanges {
  /** Resources that stood beside the definition before it was rendered. */
  public readonly byHand: readonly cdk.CfnResource[];

  private asRendered: ReadonlyMap<cdk.CfnResource, string> = new Map();
  private known?: readonly string[];

  /** Make it before the definition is rendered. */
  public constructor(private readonly context: RenderContext, private readonly own: OwnRestApi | undefined) {
    this.byHand = apiResources(context).filter((one) => one !== own?.resource);
  }

  /** Remembers what the definition alone became. */
  public rendered(body?: unknown): void {
    const others = apiResources(this.context).filter((one) => one !== this.own?.resource && !this.byHand.includes(one));
    const texts = others.map((one): [cdk.CfnResource, string] => [one, propertiesText(one)]);
    if (this.own !== undefined) texts.push([this.own.resource, this.declaredText(this.own, body)]);
    this.asRendered = new Map(texts);
  }

  /** Paths of the constructs that are not what the definition made, sorted. Ask when all is declared: it is not looked for again. */
  public finally(): string[] {
    this.known = this.changes();
    return this.known.map((change) => change.slice(0, change.indexOf('\n')));
  }

  /** What the deployment is known by: the fingerprint of the definition, and of what was changed past it. */
  public fingerprint(): string {
    const { fingerprint } = this.context;
    const changes = this.changes();
    return changes.length === 0 ? fingerprint : createHash('sha256').update([fingerprint, ...changes].join('\0')).digest('hex');
  }

  private changes(): readonly string[] {
    return this.known ?? apiResources(this.context).flatMap((resource) => {
      const text = propertiesText(resource);
      return this.asRendered.get(resource) === text ? [] : [`${resource.node.path}\n${resource.cfnResourceType} ${text}`];
    }).sort();
  }

  /** Made once beside the real one, to which others may have done something already. */
  private declaredText({ declared }: OwnRestApi, body: unknown): string {
    const { api } = this.context;
    const { CfnRestApi } = awsCdk().aws_apigateway;
    const id = 'AsDeclared';
    const text = propertiesText(new CfnRestApi(api, id, { ...declared, body }));
    api.node.tryRemoveChild(id);
    return text;
  }
}
