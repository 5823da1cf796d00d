import type { Dialect, Schema } from '../schema/dialect';
import { OPENAPI_3_0 } from '../schema/openapi-3-0';

/**
 * Schemas of OpenAPI 3.0 as API Gateway imports them: models are draft 4 again then, and `nullable` is dropped on the way.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export const API_GATEWAY_SCHEMAS: Dialect = {
  version: '3.0 as API Gateway imports it',
  keywords: (schema, conversion) => {
    if (takesNull(schema)) conversion.lose('null');
    return OPENAPI_3_0.keywords(schema, conversion);
  },
};

function takesNull({ type, nullable }: Schema): boolean {
  return nullable === true || [type].flat().includes('null');
}
