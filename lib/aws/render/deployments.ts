import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Deployment } from '../../constructs';
import { stableId } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';
import { addDependency } from './resource-dependency';
import type { ResourceChanges } from './resource-changes';

/** Digits of a fingerprint in a logical id. */
const DIGITS = 32;
const LONGEST_NAME = 200;

/**
 * Deployments by the name that stages use: `latest`, or the fingerprint of an earlier one. A deployment's logical id is its
 * fingerprint, so a changed API gets a new one, and a pinned stage keeps the one that CloudFormation created when that
 * definition was deployed: it leaves unchanged resources alone. Changes outside the definition count like the definition, and
 * are known only at the end.
 */
export class Deployments {
  private readonly created = new Map<string, apigateway.CfnDeployment>();

  public constructor(
    private readonly context: RenderContext,
    private readonly changes: ResourceChanges,
    private readonly deployed: readonly CfnResource[],
  ) {}

  /** The id of a deployment, created on first use. */
  public idOf(reference: string): string {
    const deployment = this.created.get(reference) ?? this.make(reference);
    this.created.set(reference, deployment);
    return deployment.ref;
  }

  private make(reference: string): apigateway.CfnDeployment {
    const { Lazy, RemovalPolicy } = awsCdk();
    const isLatest = reference === 'latest';
    const fingerprint = (): string => (isLatest ? this.changes.fingerprint() : reference);
    // CDK looks for references in every text before it resolves any; this one has none
    const late = (produce: () => string): string => Lazy.uncachedString({ produce: ({ preparing }) => (preparing ? '' : produce()) });
    const { restApiId, scopeOf } = this.context;
    const scope = scopeOf(['deployment']);
    const prefix = logicalIdPrefix(scope);
    const CfnDeployment = isLatest ? awsCdk().aws_apigateway.CfnDeployment : this.pinnedDeployment(reference);
    const description = [late(() => `synthgate ${fingerprint()}`), ...(isLatest ? this.descriptions() : [])].join(': ');
    const deployment = new CfnDeployment(scope, isLatest ? 'Resource' : reference, { restApiId, description });
    deployment.overrideLogicalId(late(() => `${prefix}${fingerprint().slice(0, DIGITS)}`));
    if (this.context.retainsDeployments) deployment.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.deployed.forEach((resource) => addDependency(deployment, resource));
    // the dependencies of its own scope apply to it already
    this.context.deployments.filter((item) => item !== scope).forEach(({ node }) => deployment.node.addDependency(...node.dependencies));
    return deployment;
  }

  /** Returns the descriptions of the current definition's deployments, which are one deployment on AWS. */
  private descriptions(): string[] {
    return this.context.deployments.flatMap((deployment) => (deployment instanceof Deployment ? deployment._description ?? [] : []));
  }

  /** A deployment that is in the template only if it is not the latest one, which is known only at the end. */
  private pinnedDeployment(fingerprint: string): typeof apigateway.CfnDeployment {
    const { changes } = this;
    return class extends awsCdk().aws_apigateway.CfnDeployment {
      protected override shouldSynthesize(): boolean {
        return changes.fingerprint() !== fingerprint;
      }
    };
  }
}

/** Prefix of the logical ids of all deployments of an API, which no other resource of the stack has. */
function logicalIdPrefix(scope: Construct): string {
  const below = scope.node.scopes.slice(awsCdk().Stack.of(scope).node.scopes.length).map(({ node }) => node.id);
  return `${below.join('').replace(/[^A-Za-z0-9]/g, '').slice(0, LONGEST_NAME)}${stableId(below.join('/'))}`;
}
