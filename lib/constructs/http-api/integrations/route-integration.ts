import type { Issue } from '../../../errors';
import { locatedIssues, type Checked } from '../../../props';
import { LIMITS } from '../../../spec';
import type { IDuration } from '../../duration';
import type { IFunctionTarget } from '../../function-target';
import { timeoutInput, timeoutIssues } from '../../routes/integration-timeout';
import type { IntegrationInput } from '../../spec-input';
import type { ParameterMapping } from '../parameter-mapping';

/** The common settings of integrations. */
export interface RouteIntegrationSettings {
  readonly timeout?: IDuration;
  readonly parameterMapping?: ParameterMapping;
}

/** The backend of routes. One may serve several routes of an API. */
export abstract class HttpRouteIntegration {
  /** Id of its construct. */
  public readonly id: string;

  /**
   * The function to call, if there is one.
   * @internal
   */
  public readonly _function?: IFunctionTarget;

  /**
   * Whether the permission to call the function is for the route alone.
   * @internal
   */
  public readonly _scopesPermission: boolean = true;

  private settings: RouteIntegrationSettings = {};
  private problems: readonly Issue[] = [];

  /** Declares an integration. */
  protected constructor(id: string) {
    this.id = id;
  }

  /**
   * Keeps what is wrong with the settings until a route names the integration.
   * @internal
   */
  protected _accept<Settings extends RouteIntegrationSettings>({ value, problems }: Checked<Settings>): Settings {
    this.settings = value;
    this.problems = locatedIssues(problems);
    return value;
  }

  /** @internal */
  public abstract _toSpec(): IntegrationInput;

  /**
   * Returns the errors in its settings, for a route that names it.
   * @internal
   */
  public _check(location: string): Issue[] {
    const refused = timeoutIssues(this.settings.timeout, LIMITS.httpIntegrationTimeoutMs, location);
    return [...this.problems.map((problem) => ({ ...problem, location })), ...refused];
  }

  /**
   * The members that every integration has.
   * @internal
   */
  protected _shared(): Pick<Extract<IntegrationInput, { readonly type: 'proxy' }>, 'timeoutMs' | 'requestMappings'> {
    const timeoutMs = timeoutInput(this.settings.timeout, LIMITS.httpIntegrationTimeoutMs);
    const { mappings = {} } = this.settings.parameterMapping ?? {};
    return {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(Object.keys(mappings).length === 0 ? {} : { requestMappings: { ...mappings } }),
    };
  }
}
