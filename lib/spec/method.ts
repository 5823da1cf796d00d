import * as z from 'zod';
import { authorizationSchema } from './authorization';
import { methodDocumentationSchema } from './documentation';
import { integrationSchema } from './integrations';
import { modelNameSchema } from './model';

/** The declared response of one status. A mapped header must be declared here. */
const methodResponseSchema = () => z.strictObject({
  description: z.string().min(1).optional().describe('Text for documents.'),
  responseModels: z.record(z.string().min(1), modelNameSchema).default({}).describe('Models of the response body by media type, for documentation.'),
  responseParameters: z.record(z.string().regex(/^method\.response\.header\..+$/), z.boolean()).default({})
    .describe('Headers of the response that integration responses may map; the value has no effect.'),
});

/** One HTTP method of a resource. */
export const methodSchema = z.strictObject({
  operationName: z.string().optional().describe('Name of the operation, for documentation.'),
  documentation: methodDocumentationSchema.optional().describe('Texts for documents and generated clients.'),
  authorization: authorizationSchema.prefault({ type: 'NONE' }).describe('Who may call the method.'),
  apiKeyRequired: z.boolean().default(false).describe('Whether an API key is required.'),
  requestParameters: z
    .record(z.string().regex(/^method\.request\.(header|querystring|path)\..+$/), z.boolean())
    .default({})
    .describe('Declared request parameters; true: required (checked with a validator).'),
  requestModels: z.record(z.string().min(1), modelNameSchema).default({}).describe('Models of the request body by media type.'),
  requestValidator: z.string().optional().describe('Name of a request validator; without one nothing is validated.'),
  modelSelectionExpression: z.string().min(1).optional().describe('What names the model of a message of a WebSocket API, a key of `requestModels`.'),
  hasRouteResponse: z.boolean().optional().describe('Whether the answer to a message is sent to the client, in a WebSocket API.'),
  methodResponses: z.record(z.string().regex(/^[1-5]\d\d$/), z.lazy(methodResponseSchema)).default({}).describe('Declared responses by status.'),
  integration: integrationSchema.describe('The backend of the method.'),
});

export type MethodSpec = z.output<typeof methodSchema>;
