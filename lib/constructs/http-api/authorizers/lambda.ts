import { issue, type Issue } from '../../../errors';
import { checkArgument, checkStruct, locatedIssues, throwProblems } from '../../../props';
import { LIMITS } from '../../../spec';
import type { IDuration } from '../../duration';
import { calledFunction, specNameOf, type IFunctionTarget } from '../../function-target';
import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';
import { DEFAULT_IDENTITY_SOURCE } from './identity-source';
import type { IHttpRouteAuthorizer } from './route-authorizer';

/** The answers that an authorizer function may give. */
export enum HttpLambdaResponseType {
  /** `{ isAuthorized, context }`; the function receives format 2.0. */
  SIMPLE = 'SIMPLE',
  /** A policy; without SIMPLE the function receives format 1.0. */
  IAM = 'IAM',
}

/** Settings of a Lambda authorizer. */
export interface HttpLambdaAuthorizerProps {
  /**
   * Name of the authorizer: letters, digits, `_` and `-`.
   * @default - the id
   */
  readonly authorizerName?: string;

  /**
   * The parts of the caller's identity, together the key of the cache; a request without one of them gets 401.
   * @default ['$request.header.Authorization']
   */
  readonly identitySource?: string[];

  /**
   * How long a result is cached, up to an hour; zero disables the cache.
   * @default Duration.minutes(5)
   */
  readonly resultsCacheTtl?: IDuration;

  /**
   * The answers that the function may give.
   * @default [HttpLambdaResponseType.IAM]
   */
  readonly responseTypes?: HttpLambdaResponseType[];
}

/**
 * Lets a function decide about callers.
 * @example new HttpLambdaAuthorizer('Keys', check, { responseTypes: [HttpLambdaResponseType.SIMPLE] })
 */
export class HttpLambdaAuthorizer implements IHttpRouteAuthorizer {
  public readonly authorizationType: string = 'CUSTOM';
  public readonly isHttpRouteAuthorizer: boolean = true;

  /** @internal */
  public readonly _declared: DeclaredRouteAuthorizer;

  /**
   * Declares an authorizer.
   * @param id - of its construct in the API
   * @param handler - the authorizer function; in an API of `synthgate/aws` also any Lambda function
   */
  public constructor(id: string, handler: IFunctionTarget, props: HttpLambdaAuthorizerProps = {}) {
    throwProblems('the authorizer', checkArgument('string', 'id', id));
    const target = calledFunction(handler, 'the authorizer');
    const { value, problems } = checkStruct('HttpLambdaAuthorizerProps', props);
    const { authorizerName = id, identitySource = [DEFAULT_IDENTITY_SOURCE], responseTypes = [], resultsCacheTtl } = value;
    const isSimple = responseTypes.includes(HttpLambdaResponseType.SIMPLE);
    const seconds = resultsCacheTtl === undefined ? undefined : resultsCacheTtl.toMilliseconds() / 1_000;
    const refusals = ttlIssues(seconds);
    this._declared = {
      id, target, name: authorizerName,
      input: {
        type: 'request', function: specNameOf(target), identitySources: [...identitySource], enableSimpleResponses: isSimple,
        payloadFormatVersion: isSimple ? '2.0' : '1.0',
        resultsCacheTtlSeconds: refusals.length > 0 ? undefined : seconds ?? DEFAULT_TTL_SECONDS,
      },
      problems: [...locatedIssues(problems), ...refusals],
    };
  }

  /** @internal */
  public _authorization(authorizer: string): AuthorizationInput {
    return { type: 'CUSTOM', authorizer };
  }
}

const DEFAULT_TTL_SECONDS = 300;

function ttlIssues(seconds: number | undefined): Issue[] {
  const { min, max } = LIMITS.authorizerCacheSeconds;
  if (seconds === undefined || (Number.isInteger(seconds) && seconds >= min && seconds <= max)) return [];
  const details = { setting: 'resultsCacheTtl', given: `${seconds} s`, allowed: `whole seconds from ${min} to ${max}` };
  return [issue('AUTHORIZER_SETTING_INVALID', '', details)];
}
