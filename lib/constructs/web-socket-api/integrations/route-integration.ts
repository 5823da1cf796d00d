import type { Issue } from '../../../errors';
import { locatedIssues, type Checked } from '../../../props';
import { LIMITS } from '../../../spec';
import type { IDuration } from '../../duration';
import type { IFunctionTarget } from '../../function-target';
import { timeoutInput, timeoutIssues } from '../../routes/integration-timeout';
import type { IntegrationInput } from '../../spec-input';

/** The backend of routes. One may serve several routes of an API. */
export abstract class WebSocketRouteIntegration {
  /** Id of its construct. */
  public readonly id: string;

  /** Always true: it tells them from integrations of other kinds of APIs. */
  public readonly isWebSocketRouteIntegration: boolean = true;

  /**
   * The function to call, if there is one.
   * @internal
   */
  public readonly _function?: IFunctionTarget;

  /**
   * The address of a backend or service as it was written: parts of it may be known only on AWS.
   * @internal
   */
  public readonly _uri?: string;

  /**
   * The VPC link through which AWS reaches the backend.
   * @internal
   */
  public readonly _vpcLinkId?: string;

  private timeout?: IDuration;
  private problems: readonly Issue[] = [];

  /** Declares an integration. */
  protected constructor(id: string) {
    this.id = id;
  }

  /**
   * Keeps what is wrong with the settings until a route names the integration.
   * @internal
   */
  protected _accept<Settings extends object>({ value, problems }: Checked<Settings>, timeout?: IDuration): Settings {
    this.timeout = timeout;
    this.problems = locatedIssues(problems);
    return value;
  }

  /** @internal */
  public abstract _toSpec(): IntegrationInput;

  /**
   * Problems of its settings, for a route that names it.
   * @internal
   */
  public _check(location: string): Issue[] {
    const refused = timeoutIssues(this.timeout, LIMITS.integrationTimeoutMs, location);
    return [...this.problems.map((problem) => ({ ...problem, location })), ...refused];
  }

  /**
   * The time limit; undefined for the service's own.
   * @internal
   */
  protected _timeoutMs(): number | undefined {
    return timeoutInput(this.timeout, LIMITS.integrationTimeoutMs);
  }
}
