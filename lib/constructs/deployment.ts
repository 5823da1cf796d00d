import { Construct, type IConstruct } from 'constructs';
import { GatewayError } from '../errors';
import { deployedSpec, fingerprint } from '../spec';
import { readProps, type StructName } from '../props';
import { apiAbove, type IApi } from './api-interface';

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** A deployment, which a stage serves: an immutable copy of an API, identified by the fingerprint of its spec. */
export interface IDeployment extends IConstruct {
  /** `latest`, or the fingerprint of an earlier deployment. */
  readonly deploymentReference: string;

  /** The API. A deployment known only by its fingerprint belongs to the API it is declared below. @internal */
  readonly _api?: IApi;
}

/** An API to deploy. */
export interface DeploymentProps {
  /** The API. */
  readonly api: IApi;

  /**
   * A description for humans, which API Gateway shows after the fingerprint. It does not change the fingerprint.
   * @default - none
   */
  readonly description?: string;
}

/** The deployment of the current definition of an API. */
export class Deployment extends Construct implements IDeployment {
  /** @internal */
  public static readonly _props: StructName = 'DeploymentProps';

  /**
   * An earlier deployment, to pin a stage to.
   * @param deploymentFingerprint - 64 hexadecimal digits, from the manifest of the assembly or `synthgate deployments`
   */
  public static fromFingerprint(scope: Construct, id: string, deploymentFingerprint: string): IDeployment {
    return new PinnedDeployment(scope, id, deploymentFingerprint);
  }

  /** The API. */
  public readonly api: IApi;
  public readonly deploymentReference: string = 'latest';

  /** @internal */
  public readonly _api: IApi;

  /** @internal */
  public readonly _description?: string;

  /** Declares a deployment. */
  public constructor(scope: Construct, id: string, props: DeploymentProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    this.api = props.api;
    this._api = props.api;
    this._description = props.description;
    props.api._registry.deployments.push(this);
  }

  /**
   * Makes the deployment depend on a value outside the definition: a changed value creates a new deployment. The value
   * is written to the spec, so it must not be secret. A CDK token counts by its name, because its value is not known yet.
   * @param value - for example a version or a digest; the order of several triggers does not matter
   */
  public addTrigger(value: string): void {
    this.api._registry.triggers.add(value);
  }

  /**
   * The identity of the deployment: the SHA-256 of the canonical spec. It depends on everything declared, so read it after the
   * definition is complete. Throws if the definition is invalid.
   */
  public fingerprint(): string {
    return fingerprint(deployedSpec(this.api._readSpec()));
  }
}

/** A deployment that was made before. */
class PinnedDeployment extends Construct implements IDeployment {
  public readonly deploymentReference: string;
  public readonly _api?: IApi;

  public constructor(scope: Construct, id: string, fingerprint: string) {
    super(scope, id);
    if (!FINGERPRINT.test(fingerprint)) throw new GatewayError('FINGERPRINT_INVALID', { given: fingerprint }, { location: this.node.path });
    this.deploymentReference = fingerprint;
    this._api = apiAbove(this);
  }
}
