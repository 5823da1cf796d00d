import type { CatalogRow } from '../catalog-row';

const IS_LOST = { kind: 'synthesis', exitCode: 1 } as const;

/** What an OpenAPI document cannot say about an API. */
export const OPENAPI_LOSSES = {
  OPENAPI_KEYWORDS_LOST: {
    ...IS_LOST,
    message: 'OpenAPI {version} has no {keywords}; the schema in the document takes more than the model does',
    help: 'Say it with other keywords, or write OpenAPI 3.1, which has all keywords of JSON Schema.',
  },
  OPENAPI_OPERATION_NAME_TAKEN: {
    ...IS_LOST,
    message: 'the operation name "{name}" is already the operationId of {other}; this operation gets "{written}"',
    help: 'Give each method an operationName of its own: operationIds are unique in a document.',
  },
  OPENAPI_RESPONSE_LEFT_OUT: {
    ...IS_LOST,
    message: 'the integration response {status} is left out: {pattern} already leads to {other}',
    help: 'A document has one integration response for each selectionPattern, and one without.',
  },
  OPENAPI_AUTHORIZER_CLOSED: {
    ...IS_LOST,
    message: 'REST APIs of API Gateway have no authorizer for "{name}" ({reason}); its methods are closed with AWS_IAM instead',
    help: 'Use a UserPoolsAuthorizer with the ARN of a pool, or a TokenAuthorizer whose function checks the token.',
  },
  CORS_ORIGINS_LOST: {
    ...IS_LOST,
    message: 'API Gateway cannot choose between {count} origins in an answer without a mapping template: {status} names "{origin}" to all',
    help: 'Give the integration response a template, or let the function answer by proxy integration and send the header itself.',
  },
} as const satisfies Record<string, CatalogRow>;
