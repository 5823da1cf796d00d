import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { stableId } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';
import type { ResourceChanges } from './resource-changes';

/** Digits of a fingerprint in a logical id. */
const DIGITS = 32;
const LONGEST_NAME = 200;

/**
 * Deployments by what stages name: `latest`, or the fingerprint of an earlier one. A deployment's logical id is its
 * fingerprint, so a changed API gets a new one, and a stage that is pinned keeps the one that CloudFormation made when
 * that definition was deployed: a resource that stays in the template as it was is left alone. What was changed past the
 * definition counts like the definition, and is known last of all.
 */
export class Deployments {
  private readonly made = new Map<string, apigateway.CfnDeployment>();

  public constructor(
    private readonly context: RenderContext,
    private readonly changes: ResourceChanges,
    private readonly deployed: readonly CfnResource[],
  ) {}

  /** The id of a deployment, which is made when it is first asked for. */
  public idOf(reference: string): string {
    const made = this.made.get(reference) ?? this.make(reference);
    this.made.set(reference, made);
    return made.ref;
  }

  private make(reference: string): apigateway.CfnDeployment {
    const { Lazy, RemovalPolicy } = awsCdk();
    const isLatest = reference === 'latest';
    const fingerprint = (): string => (isLatest ? this.changes.fingerprint() : reference);
    // CDK looks for references in every text before it resolves any: there are none in this one.
    const late = (produce: () => string): string => Lazy.uncachedString({ produce: ({ preparing }) => (preparing ? '' : produce()) });
    const { restApiId, scopeOf } = this.context;
    const scope = scopeOf(['deployment']);
    const prefix = logicalIdPrefix(scope);
    const Deployment = isLatest ? awsCdk().aws_apigateway.CfnDeployment : this.pinnedDeployment(reference);
    const deployment = new Deployment(scope, isLatest ? 'Resource' : reference, { restApiId, description: late(() => `synthgate ${fingerprint()}`) });
    deployment.overrideLogicalId(late(() => `${prefix}${fingerprint().slice(0, DIGITS)}`));
    if (this.context.retainsDeployments) deployment.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.deployed.forEach((resource) => deployment.addDependency(resource));
    return deployment;
  }

  /** A deployment that stands in the template only where it is not the latest one, which is known last of all. */
  private pinnedDeployment(fingerprint: string): typeof apigateway.CfnDeployment {
    const { changes } = this;
    return class extends awsCdk().aws_apigateway.CfnDeployment {
      protected override shouldSynthesize(): boolean {
        return changes.fingerprint() !== fingerprint;
      }
    };
  }
}

/** What the logical ids of all deployments of an API start with, whatever else there is in the stack. */
function logicalIdPrefix(scope: Construct): string {
  const below = scope.node.scopes.slice(awsCdk().Stack.of(scope).node.scopes.length).map(({ node }) => node.id);
  return `${below.join('').replace(/[^A-Za-z0-9]/g, '').slice(0, LONGEST_NAME)}${stableId(below.join('/'))}`;
}
