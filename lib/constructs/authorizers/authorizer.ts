import { Construct } from 'constructs';
import { issue } from '../../errors';
import { reportIssue } from '../../props';
import { LIMITS } from '../../spec';
import { registryAbove } from '../api-registry';
import type { AuthorizationType, IAuthorizer } from '../authorization';
import { nameOf } from '../construct-name';
import type { IDuration } from '../duration';
import type { IFunctionTarget } from '../function-target';
import type { AuthorizerInput } from '../spec-input';

const MARK = Symbol.for('synthgate.Authorizer');

/** Decides about the callers of the methods that name it. One authorizer may serve several APIs. */
export abstract class Authorizer extends Construct implements IAuthorizer {
  /** Whether a value is an Authorizer, including one of another copy of this library. */
  public static isAuthorizer(value: unknown): value is Authorizer {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  public readonly authorizerId: string;
  public abstract readonly authorizationType: AuthorizationType;

  /** The authorizer function, if there is one. @internal */
  public readonly _function?: IFunctionTarget;

  /** @internal */
  protected abstract readonly _input: AuthorizerInput;

  protected constructor(scope: Construct, id: string, authorizerName?: string) {
    super(scope, id);
    Object.defineProperty(this, MARK, { value: true });
    this.authorizerId = authorizerName ?? nameOf(this);
    registryAbove(this)?.authorizers.push(this);
  }

  /** @internal */
  public _toSpec(): AuthorizerInput {
    return this._input;
  }

  /** How long results are cached, in whole seconds. @internal */
  protected _ttlSeconds(resultsCacheTtl: IDuration | undefined): number | undefined {
    if (resultsCacheTtl === undefined) return undefined;
    const seconds = resultsCacheTtl.toMilliseconds() / 1_000;
    const { min, max } = LIMITS.authorizerCacheSeconds;
    if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds;
    const details = { setting: 'resultsCacheTtl', given: `${seconds} s`, allowed: `whole seconds from ${min} to ${max}` };
    reportIssue(this, issue('AUTHORIZER_SETTING_INVALID', this.node.path, details));
    return undefined;
  }
}
