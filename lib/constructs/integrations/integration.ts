import type { IConstruct } from 'constructs';
import { issue, type Issue } from '../../errors';
import { locatedIssues, type Checked } from '../../props';
import { durationText, LIMITS } from '../../spec';
import type { IDuration } from '../duration';
import type { IFunctionTarget } from '../function-target';
import { enumValue, type IntegrationInput } from '../spec-input';
import { ResponseTransferMode, type CacheKeyOptions, type IntegrationOptions, type ProxyIntegrationOptions } from './integration-options';
import type { IntegrationResponse } from './integration-response';

/** A target that a method can be bound to: a function or an integration. */
export interface IIntegrationTarget {
  /** The integration of a method bound to this target. */
  toIntegration(): Integration;
}

/** A function that methods can be bound to. */
export interface IProxyFunction extends IIntegrationTarget, IFunctionTarget {}

/** The backend of a method: how a request becomes a call, and its result a response. */
export abstract class Integration implements IIntegrationTarget {
  /**
   * The function to call, if there is one.
   * @internal
   */
  public readonly _function?: IFunctionTarget;

  /**
   * The VPC link to the backend, which has no meaning here.
   * @internal
   */
  public readonly _vpcLinkId?: string;

  private readonly timeout?: IDuration;
  private problems: readonly Issue[] = [];

  protected constructor(timeout?: IDuration, target?: IFunctionTarget) {
    this.timeout = timeout;
    this._function = target;
  }

  public toIntegration(): Integration {
    return this;
  }

  /** @internal */
  public abstract _toSpec(): IntegrationInput;

  /**
   * Whether a method declares the responses that it maps, so that nobody has to.
   * @internal
   */
  public _declaresResponses(): boolean {
    return true;
  }

  /**
   * Keeps what is wrong with the options until a method is bound to the integration.
   * @internal
   */
  protected _accept<Options>({ value, problems }: Checked<Options>): Options {
    this.problems = locatedIssues(problems);
    return value;
  }

  /**
   * Issues of the integration, as the backend of this method.
   * @internal
   */
  public _check({ node }: IConstruct): Issue[] {
    const issues = this.problems.map((problem) => ({ ...problem, location: node.path }));
    const timeoutMs = this.timeout?.toMilliseconds();
    if (timeoutMs === undefined || this._timeoutMs() !== undefined) return issues;
    const { min } = LIMITS.integrationTimeoutMs;
    return [...issues, issue('INTEGRATION_TIMEOUT_INVALID', node.path, { given: durationText(timeoutMs), min: durationText(min), max: durationText(this._maxTimeoutMs()) })];
  }

  /**
   * The time limit; the default if it is missing or invalid.
   * @internal
   */
  protected _timeoutMs(): number | undefined {
    const timeoutMs = this.timeout?.toMilliseconds() ?? Number.NaN;
    const isInRange = timeoutMs >= LIMITS.integrationTimeoutMs.min && timeoutMs <= this._maxTimeoutMs();
    return Number.isInteger(timeoutMs) && isInRange ? timeoutMs : undefined;
  }

  /**
   * The longest possible time limit; what the endpoint type allows is checked with the API.
   * @internal
   */
  protected _maxTimeoutMs(): number {
    return LIMITS.regionalIntegrationTimeoutMs.max;
  }
}

/** The time limit of a proxy integration. */
export function maxProxyTimeoutMs({ responseTransferMode }: ProxyIntegrationOptions): number {
  const isStreamed = responseTransferMode === ResponseTransferMode.STREAM;
  return (isStreamed ? LIMITS.streamTimeoutMs : LIMITS.regionalIntegrationTimeoutMs).max;
}

/** The common members of mapped integrations with a backend. */
export function mappingInput(options: IntegrationOptions) {
  return {
    ...cacheKeyInput(options),
    credentials: options.credentials,
    requestParameters: options.requestParameters,
    requestTemplates: options.requestTemplates,
    passthroughBehavior: enumValue(options.passthroughBehavior),
    contentHandling: enumValue(options.contentHandling),
    responses: responsesInput(options.integrationResponses),
  };
}

/** The members of every integration about caching. */
export function cacheKeyInput({ cacheKeyParameters, cacheNamespace }: CacheKeyOptions) {
  return { cacheKeyParameters, cacheNamespace };
}

/** A mapped integration without responses has one, with status 200. */
export function responsesInput(responses: readonly IntegrationResponse[] = [{ statusCode: '200' }]) {
  return responses.map((response) => ({
    statusCode: response.statusCode,
    selectionPattern: response.selectionPattern,
    contentHandling: enumValue(response.contentHandling),
    responseParameters: response.responseParameters,
    responseTemplates: response.responseTemplates,
  }));
}
