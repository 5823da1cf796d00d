import * as z from 'zod';

/**
 * The methods that a resource may have; ANY serves the other seven.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-settings-method-request.html
 */
export const HTTP_METHODS = ['ANY', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

export const httpMethodSchema = z.enum(HTTP_METHODS);

export type HttpMethodSpec = z.output<typeof httpMethodSchema>;
