import type { aws_apigateway as apigateway, aws_iam as iam } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { ApiKey, Deployment, UsagePlan } from '../../constructs';
import type { StructName } from '../../props';
import { awsCdk } from '../aws-cdk';

/** A deployment of an API on AWS, with what deployments of RestApi have. */
export class DeployedDeployment extends Deployment {
  /** @internal */
  public static override readonly _props: StructName = 'DeploymentProps';

  /** Id of the deployment of the current definition on AWS, which is rendered later. */
  public get deploymentId(): string {
    const { latestDeployment, node, _registry: { deployments } } = this.api;
    return referenceTo(() => [latestDeployment, node.tryFindChild('Deployment'), ...deployments]
      .find((one) => one?.node.tryFindChild('Resource') !== undefined) ?? this);
  }

  /** Makes the deployment depend on a value outside the definition, as `addTrigger` does. */
  public addToLogicalId(data: unknown): void {
    this.addTrigger(typeof data === 'string' ? data : JSON.stringify(awsCdk().Stack.of(this).resolve(data)));
  }
}

type Grants = Pick<apigateway.ApiKey, 'keyArn' | 'grantRead' | 'grantWrite' | 'grantReadWrite'>;

/** An API key of an API on AWS, with what those of RestApi have. */
export class DeployedApiKey extends ApiKey {
  /** @internal */
  public static override readonly _props: StructName = 'ApiKeyOptions';

  private known?: Grants;

  /** Id of the key on AWS, which is rendered later. */
  public get keyId(): string {
    return referenceTo(() => this);
  }

  /** ARN of the key. */
  public get keyArn(): string {
    return this.key.keyArn;
  }

  /** Permits a grantee to read the key. */
  public grantRead(grantee: iam.IGrantable): iam.Grant {
    return this.key.grantRead(grantee);
  }

  /** Permits a grantee to change the key. */
  public grantWrite(grantee: iam.IGrantable): iam.Grant {
    return this.key.grantWrite(grantee);
  }

  /** Permits a grantee to read and change the key. */
  public grantReadWrite(grantee: iam.IGrantable): iam.Grant {
    return this.key.grantReadWrite(grantee);
  }

  /** The same key as CDK knows it. */
  private get key(): Grants {
    this.known ??= awsCdk().aws_apigateway.ApiKey.fromApiKeyId(this, 'Attributes', this.keyId) as unknown as Grants; // its type says less than it is
    return this.known;
  }
}

/** A usage plan of an API on AWS, with what those of RestApi have. */
export class DeployedUsagePlan extends UsagePlan {
  /** @internal */
  public static override readonly _props: StructName = 'UsagePlanProps';

  /** Id of the plan on AWS, which is rendered later. */
  public get usagePlanId(): string {
    return referenceTo(() => this);
  }
}

/** A reference to the resource that is rendered for a construct. */
function referenceTo(find: () => IConstruct): string {
  return awsCdk().Lazy.string({ produce: () => (find().node.findChild('Resource') as apigateway.CfnMethod).ref }); // rendered resources have one
}
