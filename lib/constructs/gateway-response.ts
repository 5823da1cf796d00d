import { Construct } from 'constructs';
import { issue, type GatewayResponseType } from '../errors';
import { readProps, type StructName } from '../props';
import type { IApi } from './api-interface';
import { registryAbove } from './api-registry';
import { Cors, type CorsOptions } from './cors';
import type { GatewayResponseInput } from './spec-input';

/**
 * The gateway responses that an API can customize.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export enum ResponseType {
  /** An authorizer or a resource policy denied the request. */
  ACCESS_DENIED = 'ACCESS_DENIED',
  /** The integration is misconfigured. */
  API_CONFIGURATION_ERROR = 'API_CONFIGURATION_ERROR',
  /** An authorizer could not be called, or returned a malformed result. */
  AUTHORIZER_CONFIGURATION_ERROR = 'AUTHORIZER_CONFIGURATION_ERROR',
  /** An authorizer failed to authenticate. */
  AUTHORIZER_FAILURE = 'AUTHORIZER_FAILURE',
  /** A body does not match its model. */
  BAD_REQUEST_BODY = 'BAD_REQUEST_BODY',
  /** A required parameter is missing. */
  BAD_REQUEST_PARAMETERS = 'BAD_REQUEST_PARAMETERS',
  /** Every 4xx without its own gateway response. */
  DEFAULT_4XX = 'DEFAULT_4XX',
  /** Every 5xx without its own gateway response. */
  DEFAULT_5XX = 'DEFAULT_5XX',
  /** A token has expired. */
  EXPIRED_TOKEN = 'EXPIRED_TOKEN',
  /** The integration could not be reached. */
  INTEGRATION_FAILURE = 'INTEGRATION_FAILURE',
  /** The integration timed out. */
  INTEGRATION_TIMEOUT = 'INTEGRATION_TIMEOUT',
  /** An API key is missing or wrong. */
  INVALID_API_KEY = 'INVALID_API_KEY',
  /** A signature does not match. */
  INVALID_SIGNATURE = 'INVALID_SIGNATURE',
  /** Unknown path or method, or a missing signature. */
  MISSING_AUTHENTICATION_TOKEN = 'MISSING_AUTHENTICATION_TOKEN',
  /** The quota of a usage plan is exceeded. */
  QUOTA_EXCEEDED = 'QUOTA_EXCEEDED',
  /** The request is too large; API Gateway does not allow customizing this response. */
  REQUEST_TOO_LARGE = 'REQUEST_TOO_LARGE',
  /** A resource is missing after authorization. */
  RESOURCE_NOT_FOUND = 'RESOURCE_NOT_FOUND',
  /** Too many requests. */
  THROTTLED = 'THROTTLED',
  /** A caller could not be authenticated. */
  UNAUTHORIZED = 'UNAUTHORIZED',
  /** There is no template for the content type. */
  UNSUPPORTED_MEDIA_TYPE = 'UNSUPPORTED_MEDIA_TYPE',
  /** Blocked by a web application firewall. */
  WAF_FILTERED = 'WAF_FILTERED',
}

/** Settings of a gateway response. */
export interface GatewayResponseOptions {
  /** The type of response. */
  readonly type: ResponseType;

  /**
   * HTTP status code, as text.
   * @default - the type's own
   */
  readonly statusCode?: string;

  /**
   * Headers by name: a constant in single quotes, or `context.…`, `stageVariables.…`, `method.request.…`.
   * @default - none
   */
  readonly responseHeaders?: Record<string, string>;

  /**
   * Bodies by media type. `$context.…`, `$stageVariables.…` are replaced; nothing else is evaluated.
   * @default - API Gateway's JSON
   */
  readonly templates?: Record<string, string>;
}

/** A customized gateway response. It inherits nothing from DEFAULT_4XX and DEFAULT_5XX. */
export class GatewayResponse extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'GatewayResponseOptions';

  /** @internal */
  public readonly _type: GatewayResponseType;

  private readonly options: GatewayResponseOptions;

  /** Declares a gateway response; its scope must be an API or a construct below one. */
  public constructor(scope: Construct, id: string, options: GatewayResponseOptions) {
    super(scope, id);
    options = readProps(this, new.target, options);
    this._type = options.type;
    this.options = options;
    registryAbove(this)?.gatewayResponses.push(this);
  }

  /** @internal */
  public _toSpec(): GatewayResponseInput {
    const { statusCode, responseHeaders = {}, templates } = this.options;
    const headers = Object.entries(responseHeaders).map(([name, source]) => [`gatewayresponse.header.${name}`, source]);
    return { statusCode, responseParameters: Object.fromEntries(headers), responseTemplates: templates };
  }
}

/** Lets scripts of the allowed origin read errors raised by the gateway itself. */
export function addCorsToGatewayErrors(api: IApi, { allowOrigins = Cors.ALL_ORIGINS, allowCredentials, exposeHeaders }: CorsOptions): void {
  const [origin = '*', ...others] = allowOrigins;
  if (others.length > 0) api._registry.report(issue('CORS_ON_ERRORS_AMBIGUOUS', api.node.path, { origins: allowOrigins.join(', ') }));
  const responseHeaders: Record<string, string> = { 'Access-Control-Allow-Origin': `'${origin}'` };
  if (allowCredentials === true) responseHeaders['Access-Control-Allow-Credentials'] = '\'true\'';
  if (exposeHeaders !== undefined) responseHeaders['Access-Control-Expose-Headers'] = `'${exposeHeaders.join(',')}'`;
  for (const type of [ResponseType.DEFAULT_4XX, ResponseType.DEFAULT_5XX]) {
    new GatewayResponse(api, `Cors.${type}`, { type, responseHeaders });
  }
}
