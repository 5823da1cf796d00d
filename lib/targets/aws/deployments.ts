import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { stableId } from '../../spec';
import { awsCdk } from './aws-cdk';
import type { Rendering } from './rendering';

/** Digits of a fingerprint in a logical id. */
const DIGITS = 32;
const LONGEST_NAME = 200;

/**
 * Deployments by what stages name: `latest`, or the fingerprint of an earlier one. A deployment's logical id is its
 * fingerprint, so a changed API gets a new one, and a stage that is pinned keeps the one that CloudFormation made when
 * that definition was deployed: a resource that stays in the template as it was is left alone.
 */
export class Deployments {
  private readonly made = new Map<string, apigateway.CfnDeployment>();

  public constructor(
    private readonly rendering: Rendering,
    private readonly scope: Construct,
    private readonly deployed: readonly CfnResource[],
  ) {}

  /** The id of a deployment, which is made when it is first asked for. */
  public idOf(reference: string): string {
    const fingerprint = reference === 'latest' ? this.rendering.fingerprint : reference;
    const made = this.made.get(fingerprint) ?? this.make(fingerprint);
    this.made.set(fingerprint, made);
    return made.ref;
  }

  private make(fingerprint: string): apigateway.CfnDeployment {
    const { aws_apigateway: { CfnDeployment }, RemovalPolicy } = awsCdk();
    const isCurrent = fingerprint === this.rendering.fingerprint;
    const deployment = new CfnDeployment(this.scope, isCurrent ? 'Resource' : fingerprint, {
      restApiId: this.rendering.restApiId,
      description: `synthgate ${fingerprint}`,
    });
    deployment.overrideLogicalId(`${this.prefix()}${fingerprint.slice(0, DIGITS)}`);
    if (this.rendering.retainsDeployments) deployment.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.deployed.forEach((resource) => deployment.addDependency(resource));
    return deployment;
  }

  /** What the logical ids of all deployments of the API start with, whatever else there is in the stack. */
  private prefix(): string {
    const below = this.scope.node.scopes.slice(awsCdk().Stack.of(this.scope).node.scopes.length).map(({ node }) => node.id);
    return `${below.join('').replace(/[^A-Za-z0-9]/g, '').slice(0, LONGEST_NAME)}${stableId(below.join('/'))}`;
  }
}
