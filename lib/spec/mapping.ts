import * as z from 'zod';
import { LIMITS } from './limits';

/** How a payload is converted: binary to base64 text, or back. */
const contentHandlingSchema = z.enum(['CONVERT_TO_BINARY', 'CONVERT_TO_TEXT']).describe('How the payload is converted.');

/** The handling of a body without a request template for its media type. */
const passthroughBehaviorSchema = z.enum(['WHEN_NO_MATCH', 'WHEN_NO_TEMPLATES', 'NEVER']).default('WHEN_NO_MATCH').describe('What happens to a body without a template for its media type.');

/** Mapping templates by media type. */
export const templatesSchema = z
  .record(
    z.string().min(1),
    z.string().refine((text) => Buffer.byteLength(text) <= LIMITS.templateBytes.max, `a template of at most ${LIMITS.templateBytes.max} bytes`),
  )
  .default({})
  .describe('Mapping templates by media type.');

const FIELD = '[!#$%&\'*+.^_`|~0-9A-Za-z-]+';
const CONSTANT_OR_CONTEXT = '\'[^\\r\\n]*\'|context\\.[\\w.]+|stageVariables\\.\\w+';

/** `integration.request.{header|querystring|path}.name` ← `method.request.…`, `context.…`, `stageVariables.…` or `'constant'`. */
export const requestParametersSchema = z
  .record(
    z.string().regex(new RegExp(`^integration\\.request\\.(header\\.${FIELD}|(querystring|path)\\..+)$`), 'integration.request.{header|querystring|path}.<name>'),
    z.string().regex(new RegExp(`^((?:method|route)\\.request\\.((header|querystring|path|multivalueheader|multivaluequerystring)\\..+|body(\\..+|\\[.+)?)|${CONSTANT_OR_CONTEXT})$`), 'method.request.… (in a WebSocket API route.request.…), context.…, stageVariables.… or a constant in single quotes'),
  )
  .default({})
  .describe('Parameters of the backend\'s request: `integration.request.{header|querystring|path}.<name>` and its source.');

/** `method.response.header.name` ← `integration.response.…`, `context.…`, `stageVariables.…` or `'constant'`. */
export const responseParametersSchema = z
  .record(
    z.string().regex(new RegExp(`^method\\.response\\.header\\.${FIELD}$`), 'method.response.header.<name>'),
    z.string().regex(new RegExp(`^(integration\\.response\\.((header|multivalueheader)\\..+|body(\\..+|\\[.+)?)|${CONSTANT_OR_CONTEXT})$`), 'integration.response.…, context.…, stageVariables.… or a constant in single quotes'),
  )
  .default({})
  .describe('Headers of the response: `method.response.header.<name>` and its source.');

/** The expression that names the template of a message. */
const templateSelectionSchema = z.string().min(1).optional().describe('What names the template of a message of a WebSocket API, in place of its media type.');

/** One integration response of a mapped integration. The one without a pattern is the default. */
const integrationResponseSchema = z.strictObject({
  statusCode: z.string().regex(/^[1-5]\d\d$/, 'an HTTP status as text').describe('Status of the response.'),
  selectionPattern: z.string().optional().describe('Regular expression that matches the whole error message of a function, or the whole status of other integrations.'),
  contentHandling: contentHandlingSchema.optional(),
  responseParameters: responseParametersSchema,
  responseTemplates: templatesSchema,
  templateSelectionExpression: templateSelectionSchema,
});

/** The common members of mapped integrations: everything between the request and the response. */
export const MAPPING_MEMBERS = {
  requestParameters: requestParametersSchema,
  requestTemplates: templatesSchema,
  templateSelectionExpression: templateSelectionSchema,
  passthroughBehavior: passthroughBehaviorSchema,
  contentHandling: contentHandlingSchema.optional(),
  responses: z.array(integrationResponseSchema).describe('The integration responses; the one without a pattern is the default.'),
};

export type IntegrationResponseSpec = z.output<typeof integrationResponseSchema>;
export type ContentHandling = z.output<typeof contentHandlingSchema>;

const READ_PARAMETER = /^method\.request\.(?:multivalue)?(header|querystring|path)\.(.+)$/;

/**
 * The parameters of a method's request that an integration maps, by the names under which methods declare them, and whether each is
 * always present: only those of the path are.
 */
export function parametersRead(requestParameters: Readonly<Record<string, string>>): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.values(requestParameters).flatMap((source) => {
    const [, where, name] = READ_PARAMETER.exec(source) ?? [];
    return where === undefined || name === undefined ? [] : [[`method.request.${where}.${name}`, where === 'path'] as const];
  }));
}
