import type * as cdk from 'aws-cdk-lib';
import { createHash } from 'node:crypto';
import { apiResources } from './api-resources';
import { awsCdk } from '../aws-cdk';
import { isAdopted } from './adopted';
import { declaredText } from './early-resources';
import { propertiesText } from './properties-text';
import type { RenderContext } from './render-context';

/** The API's resource in the template, and what it would be by the definition alone. */
export interface OwnRestApi {
  readonly resource: cdk.aws_apigateway.CfnRestApi;
  readonly declared: cdk.aws_apigateway.CfnRestApiProps;
}

/**
 * What Aspects, overrides and manually added resources change about an API outside its definition. It affects responses too, so
 * it is part of a deployment's identity.
 */
export class ResourceChanges {
  /** Resources that existed before the definition was rendered. */
  public readonly byHand: readonly cdk.CfnResource[];

  private asRendered: ReadonlyMap<cdk.CfnResource, string> = new Map();
  private known?: readonly string[];

  /** Create it before the definition is rendered. */
  public constructor(private readonly context: RenderContext, private readonly own: OwnRestApi | undefined) {
    this.byHand = apiResources(context).filter((one) => one !== own?.resource && !isAdopted(one) && declaredText(one) === undefined);
  }

  /** Remembers what was rendered from the definition alone. */
  public rendered(body?: unknown): void {
    const others = apiResources(this.context).filter((one) => one !== this.own?.resource && !this.byHand.includes(one));
    const texts = others.map((one): [cdk.CfnResource, string] => [one, declaredText(one) ?? propertiesText(one)]);
    if (this.own !== undefined) texts.push([this.own.resource, this.textOfRestApi(this.own, body)]);
    this.asRendered = new Map(texts);
  }

  /** Sorted paths of the constructs that differ from the definition. Computed once, so call it when everything is declared. */
  public finally(): string[] {
    this.known = this.changes();
    return this.known.map((change) => change.slice(0, change.indexOf('\n')));
  }

  /** The identity of the deployment: fingerprint of the definition and of the changes outside it. */
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

  /** Rendered once, next to the real one, which others may have changed already. */
  private textOfRestApi({ declared }: OwnRestApi, body: unknown): string {
    const { api } = this.context;
    const { CfnRestApi } = awsCdk().aws_apigateway;
    const id = 'AsDeclared';
    const text = propertiesText(new CfnRestApi(api, id, { ...declared, body }));
    api.node.tryRemoveChild(id);
    return text;
  }
}
