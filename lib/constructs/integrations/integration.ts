import { LIMITS } from '../../spec';
import { IntegrationBase } from '../integration-base';
import type { IFunctionTarget } from '../function-target';
import { enumValue } from '../spec-input';
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
export abstract class Integration extends IntegrationBase implements IIntegrationTarget {
  /** The VPC link to the backend, which has no meaning here. @internal */
  public readonly _vpcLinkId?: string;

  public toIntegration(): Integration {
    return this;
  }

  /** Whether a method declares the responses that it maps, so that nobody has to. @internal */
  public _declaresResponses(): boolean {
    return true;
  }

  /** @internal */
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
