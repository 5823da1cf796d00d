import { Construct, type IConstruct } from 'constructs';
import { GatewayError } from '../errors';
import { deployedSpec, fingerprint } from '../spec';
import type { IApi } from './api';
import { apiAbove } from './api-mark';

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** What a stage points at: an immutable copy of an API, named by the fingerprint of its spec. */
export interface IDeployment extends IConstruct {
  /** `latest`, or the fingerprint of an earlier deployment. */
  readonly deploymentReference: string;

  /**
   * The API; a deployment known by its fingerprint alone belongs to the one that it is declared below.
   * @internal
   */
  readonly _api?: IApi;
}

/** An API to deploy. */
export interface DeploymentProps {
  /** The API. */
  readonly api: IApi;

  /**
   * For people.
   * @default - none
   */
  readonly description?: string;
}

/** The deployment of an API as it is defined now. */
export class Deployment extends Construct implements IDeployment {
  /**
   * An earlier deployment, to pin a stage to.
   * @param deploymentFingerprint - 64 hexadecimal digits, from the manifest of the assembly or the history of the gateway
   */
  public static fromFingerprint(scope: Construct, id: string, deploymentFingerprint: string): IDeployment {
    return new PinnedDeployment(scope, id, deploymentFingerprint);
  }

  /** The API. */
  public readonly api: IApi;
  public readonly deploymentReference: string = 'latest';

  /** @internal */
  public readonly _api: IApi;

  /** Declares a deployment. */
  public constructor(scope: Construct, id: string, props: DeploymentProps) {
    super(scope, id);
    this.api = props.api;
    this._api = props.api;
  }

  /**
   * Makes the deployment depend on a value from outside of the definition: another value, another deployment. It stands
   * in the spec as it is given, so give no secret. A token counts by its name, because its value is not known yet.
   * @param value - a text, e.g. a version or a digest; several triggers count together, in any order
   */
  public addTrigger(value: string): void {
    this.api._addTrigger(value);
  }

  /**
   * Identity of the deployment: SHA-256 over the canonical spec. It depends on everything declared, so ask once the
   * definition is complete. An invalid definition is refused.
   */
  public fingerprint(): string {
    return fingerprint(deployedSpec(this.api._readSpec()));
  }
}

/** A deployment that was made before. */
class PinnedDeployment extends Construct implements IDeployment {
  public readonly deploymentReference: string;
  public readonly _api?: IApi;

  public constructor(scope: Construct, id: string, given: string) {
    super(scope, id);
    if (!FINGERPRINT.test(given)) throw new GatewayError('FINGERPRINT_INVALID', { given }, { place: this.node.path });
    this.deploymentReference = given;
    this._api = apiAbove(this);
  }
}
