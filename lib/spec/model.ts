import * as z from 'zod';

/**
 * A model: JSON Schema (draft 4) of a request or response body. `$ref` names another model of the API by
 * `https://apigateway.amazonaws.com/restapis/{apiId}/models/<name>` or a location in the same schema.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html
 */
export const modelSchema = z.strictObject({
  contentType: z.string().min(1).default('application/json').describe('Media type of the bodies.'),
  description: z.string().optional().describe('For humans.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema, draft 4.'),
});

/** The parts of a request that are validated before the integration is called. */
export const requestValidatorSchema = z.strictObject({
  validateRequestBody: z.boolean().default(false).describe('Whether the body must match the model of its media type.'),
  validateRequestParameters: z.boolean().default(false).describe('Whether required parameters must be present.'),
});

/** Names of models: API Gateway takes letters and digits only. */
export const modelNameSchema = z.string().regex(/^[A-Za-z0-9]+$/, 'letters and digits');

export type ModelSpec = z.output<typeof modelSchema>;
export type RequestValidatorSpec = z.output<typeof requestValidatorSchema>;

/** The URL by which models refer to each other. */
export function modelUrl(apiId: string, name: string): string {
  return `https://apigateway.amazonaws.com/restapis/${apiId}/models/${name}`;
}
