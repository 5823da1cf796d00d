import type { Checked } from '../../../props';
import { LIMITS } from '../../../spec';
import { IntegrationBase } from '../../integration-base';
import type { IDuration } from '../../duration';
import type { IntegrationInput } from '../../spec-input';
import type { ParameterMapping } from '../parameter-mapping';

/** The common settings of integrations. */
interface RouteIntegrationSettings {
  readonly timeout?: IDuration;
  readonly parameterMapping?: ParameterMapping;
}

/** The backend of routes. One may serve several routes of an API. */
export abstract class HttpRouteIntegration extends IntegrationBase {
  /** Id of its construct. */
  public readonly id: string;

  /** Whether the permission to call the function is for the route alone. @internal */
  public readonly _scopesPermission: boolean = true;

  private parameterMapping?: ParameterMapping;

  /** Declares an integration. */
  protected constructor(id: string) {
    super();
    this.id = id;
  }

  /** @internal */
  protected override _accept<Settings extends object>(checked: Checked<Settings & RouteIntegrationSettings>): Settings {
    this.parameterMapping = checked.value.parameterMapping;
    return super._accept(checked);
  }

  /** The members that every integration has. @internal */
  protected _shared(): Pick<Extract<IntegrationInput, { readonly type: 'proxy' }>, 'timeoutMs' | 'requestMappings'> {
    const timeoutMs = this._timeoutMs();
    const { mappings = {} } = this.parameterMapping ?? {};
    return {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(Object.keys(mappings).length === 0 ? {} : { requestMappings: { ...mappings } }),
    };
  }

  /** @internal */
  protected _maxTimeoutMs(): number {
    return LIMITS.httpIntegrationTimeoutMs.max;
  }
}
