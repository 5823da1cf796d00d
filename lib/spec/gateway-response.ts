import * as z from 'zod';
import type { GatewayResponseType } from '../errors';
import { templatesSchema } from './mapping';

/**
 * A customized gateway response. It replaces the default of its type and inherits nothing from DEFAULT_4XX and DEFAULT_5XX,
 * which apply to the types that are not customized.
 */
export const gatewayResponseSchema = z.strictObject({
  statusCode: z.string().regex(/^[1-5]\d\d$/, 'an HTTP status as text').optional().describe('Without it, the type\'s own.'),
  responseParameters: z
    .record(
      z.string().regex(/^gatewayresponse\.header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'gatewayresponse.header.<name>'),
      z
        .string()
        .regex(
          /^('[^\r\n]*'|context\.[\w.]+|stageVariables\.\w+|method\.request\.(header|querystring|path|multivalueheader|multivaluequerystring)\..+)$/,
          'a constant in single quotes, context.…, stageVariables.… or method.request.…',
        ),
    )
    .default({})
    .describe('Headers to set: `gatewayresponse.header.<name>` and its source.'),
  responseTemplates: templatesSchema.describe('By media type; variables are replaced, nothing else is evaluated.'),
});

export type GatewayResponseSpec = z.output<typeof gatewayResponseSchema>;

/** The defaults of a gateway response. */
export interface GatewayResponseDefault {
  readonly statusCode: number;
  /** `null` prints as JSON's null, as API Gateway does when there is no message. */
  readonly message: string | null;
  /** Whether the body has a space after the colon, as errors of integrations have. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
  readonly spaced?: boolean;
  /** Name of the body's member if it is not `message`: policy denials capitalize it. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
  readonly member?: 'Message';
  /** Value of the `x-<service>-ErrorType` header. */
  readonly errorType: string;
}

/**
 * Defaults of every gateway response type that errors use; DEFAULT_4XX and DEFAULT_5XX apply to errors without a type of their own.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const GATEWAY_RESPONSE_DEFAULTS: Readonly<Record<GatewayResponseType, GatewayResponseDefault>> = {
  ACCESS_DENIED: { statusCode: 403, message: 'User is not authorized to access this resource', errorType: 'AccessDeniedException', member: 'Message' },
  API_CONFIGURATION_ERROR: { statusCode: 500, message: 'Internal server error', errorType: 'InternalServerErrorException', spaced: true },
  AUTHORIZER_CONFIGURATION_ERROR: { statusCode: 500, message: null, errorType: 'AuthorizerConfigurationException' },
  AUTHORIZER_FAILURE: { statusCode: 500, message: null, errorType: 'AuthorizerFailureException' },
  BAD_REQUEST_BODY: { statusCode: 400, message: 'Invalid request body', errorType: 'BadRequestException', spaced: true },
  BAD_REQUEST_PARAMETERS: { statusCode: 400, message: 'Missing required request parameters', errorType: 'BadRequestException', spaced: true },
  DEFAULT_4XX: { statusCode: 400, message: 'Bad Request', errorType: 'BadRequestException' },
  DEFAULT_5XX: { statusCode: 500, message: 'Internal server error', errorType: 'InternalServerErrorException', spaced: true },
  EXPIRED_TOKEN: { statusCode: 403, message: 'The security token included in the request is expired', errorType: 'ExpiredTokenException' },
  INTEGRATION_FAILURE: { statusCode: 504, message: 'Network error communicating with endpoint', errorType: 'InternalServerErrorException', spaced: true },
  INTEGRATION_TIMEOUT: { statusCode: 504, message: 'Endpoint request timed out', errorType: 'InternalServerErrorException', spaced: true },
  INVALID_API_KEY: { statusCode: 403, message: 'Forbidden', errorType: 'ForbiddenException' },
  INVALID_SIGNATURE: { statusCode: 403, message: 'The request signature we calculated does not match the signature you provided', errorType: 'InvalidSignatureException' },
  MISSING_AUTHENTICATION_TOKEN: { statusCode: 403, message: 'Missing Authentication Token', errorType: 'MissingAuthenticationTokenException' },
  QUOTA_EXCEEDED: { statusCode: 429, message: 'Limit Exceeded', errorType: 'LimitExceededException' },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'Request Too Long', errorType: 'RequestTooLargeException' },
  RESOURCE_NOT_FOUND: { statusCode: 404, message: 'Not Found', errorType: 'NotFoundException' },
  THROTTLED: { statusCode: 429, message: 'Too Many Requests', errorType: 'TooManyRequestsException' },
  UNAUTHORIZED: { statusCode: 401, message: 'Unauthorized', errorType: 'UnauthorizedException' },
  UNSUPPORTED_MEDIA_TYPE: { statusCode: 415, message: 'Unsupported Media Type', errorType: 'BadRequestException', spaced: true },
  WAF_FILTERED: { statusCode: 403, message: 'Forbidden', errorType: 'ForbiddenException' },
};
