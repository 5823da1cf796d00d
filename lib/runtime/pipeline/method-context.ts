import type { CorsSpec, HttpMethodSpec, MethodSpec } from '../../spec';
import type { AuthorizationContext } from '../authorizers';
import type { CompileContext } from '../integrations';
import type { StageKeys } from '../throttling/stage-keys';
import type { Throttling } from '../throttling/throttling';
import type { NamedLimit } from '../plan/limits';
import type { Validators } from '../validation/compile';
import type { StageSettings } from './stage-settings';

/** Everything the steps of one method are planned from; created once per method and load. */
export interface MethodContext extends CompileContext {
  readonly spec: MethodSpec;
  readonly httpMethod: HttpMethodSpec;
  readonly validators: Validators;
  readonly authorization: AuthorizationContext;
  /** CORS of the resource, if it covers this method. */
  readonly cors: CorsSpec | undefined;
  /** The stage's limit for the method; undefined if only the account's applies. */
  readonly limit: NamedLimit | undefined;
  readonly settings: StageSettings;
  readonly keys: StageKeys;
  readonly throttling: Throttling;
}
