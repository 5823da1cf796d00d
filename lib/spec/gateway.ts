import * as z from 'zod';
import { GATEWAY_RESPONSE_TYPES } from '../errors';
import { apiSchema } from './api';
import { authorizerSchema } from './authorizers';
import { functionNameSchema } from './destination';
import { functionSchema } from './function';
import { gatewayResponseSchema } from './gateway-response';
import { modelNameSchema, modelSchema, requestValidatorSchema } from './model';
import { protocolSchema } from './protocol';
import { resourcePathSchema, resourceSchema } from './resource';
import { stageNameSchema, stageSchema } from './stage';
import { apiKeySchema, usagePlanSchema } from './usage-plan';

/** Version of the spec format. A reader rejects other major versions. */
export const SPEC_FORMAT = 'synthgate/1';

/**
 * The model of a gateway: constructs produce it, targets render it and the runtime serves it. Entries that most definitions do
 * not have are lazy: making the schemas takes longer than reading a small spec with them.
 */
export const gatewaySchema = z.strictObject({
  format: z.literal(SPEC_FORMAT).describe('Version of the format.'),
  protocol: protocolSchema,
  api: apiSchema.describe('Settings of the whole API.'),
  models: z.record(modelNameSchema, z.lazy(() => modelSchema)).default({}).describe('JSON Schemas of bodies, by name.'),
  requestValidators: z.record(z.string().min(1), z.lazy(() => requestValidatorSchema)).default({}).describe('Request validators by name.'),
  gatewayResponses: z.partialRecord(z.enum(GATEWAY_RESPONSE_TYPES), z.lazy(() => gatewayResponseSchema)).default({}).describe('Gateway responses that differ from the service\'s defaults.'),
  functions: z.record(functionNameSchema, functionSchema).default({}).describe('Functions by name.'),
  authorizers: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,128}$/), z.lazy(() => authorizerSchema)).default({}).describe('Authorizers by name.'),
  resources: z.record(resourcePathSchema, resourceSchema).default({}).describe('Resources by path.'),
  stages: z.record(stageNameSchema, stageSchema).default({}).describe('Stages by name; not part of a deployment.'),
  apiKeys: z.record(z.string().min(1), z.lazy(() => apiKeySchema)).default({}).describe('API keys by name; not part of a deployment.'),
  usagePlans: z.record(z.string().min(1), z.lazy(() => usagePlanSchema)).default({}).describe('Usage plans by name; not part of a deployment.'),
});

/** A spec as it may be written: members with a default are optional. */
export type GatewaySpecInput = z.input<typeof gatewaySchema>;
/** A spec as read: complete, with defaults. */
export type GatewaySpec = z.output<typeof gatewaySchema>;

/** JSON Schema (draft 2020-12) of a spec as it may be written: editors complete and check spec files with it. */
export function specJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(gatewaySchema, { io: 'input', unrepresentable: 'any' }),
    $id: 'https://synthgate.dev/schema/gateway-1.json',
    title: 'synthgate gateway spec',
  };
}
