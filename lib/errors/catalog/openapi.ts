import type { CatalogRow } from '../catalog-row';

const IS_LOST = { kind: 'synthesis', exitCode: 1 } as const;

/** What an OpenAPI document cannot say about an API, and what is wrong with the wish for one. */
export const OPENAPI_LOSSES = {
  OPENAPI_KEYWORDS_LOST: {
    ...IS_LOST,
    message: 'OpenAPI {version} has no {keywords}; the document takes other bodies than the model',
    help: 'Say it with other keywords, or write OpenAPI 3.1, which has all keywords of JSON Schema. Only null is refused that the model takes.',
  },
  OPENAPI_GREEDY_PATH: {
    ...IS_LOST,
    message: '{parameter} takes any number of path segments, {written} in the document stands for one',
    help: 'Declare the paths below it as resources of their own if clients should know them.',
  },
  OPENAPI_DUPLICATE_OPERATION_NAME: {
    ...IS_LOST,
    message: 'the operation name "{name}" is already the operationId of {other}; this operation gets "{written}"',
    help: 'Give each method an operationName of its own: operationIds are unique in a document.',
  },
  OPENAPI_RESPONSE_LEFT_OUT: {
    ...IS_LOST,
    message: 'the integration response {status} is left out: {pattern} already leads to {other}',
    help: 'A document has one integration response for each selectionPattern, and one without.',
  },
  OPENAPI_SECURITY_NOT_EXPRESSIBLE: {
    ...IS_LOST,
    message: 'what authorizer "{name}" looks at is not sent by clients by name; the document does not say that methods are protected by it',
    help: 'Name a header or a query string parameter among the identity sources if clients should know what to send.',
  },
  OPENAPI_AUTHORIZER_CLOSED: {
    ...IS_LOST,
    message: 'REST APIs of API Gateway have no authorizer for "{name}" ({reason}); its methods are closed with AWS_IAM instead',
    help: 'Use a CognitoUserPoolsAuthorizer with the ARN of a pool, or a TokenAuthorizer whose function checks the token.',
  },
  OPENAPI_PART_LEFT_OUT: {
    ...IS_LOST,
    message: 'an OpenAPI document has no place for {what}',
    help: '{how}',
  },
  OPENAPI_TOKEN_LEFT: {
    ...IS_LOST,
    message: 'the value of {tokens} is known to a deployment only; the document holds the token itself',
    help: 'Give the value (--token-value NAME=VALUE), or let the AWS target write the document.',
  },
  OPENAPI_EXTENSIONS_UNSUPPORTED: {
    kind: 'synthesis', exitCode: 3,
    message: 'API Gateway imports OpenAPI 3.0; a document of version {version} cannot have its extensions',
    help: 'Write version 3.0, or leave the extensions out.',
  },
  OPENAPI_VERSION_UNKNOWN: {
    kind: 'synthesis', exitCode: 3,
    message: 'OpenAPI {given} is not written; versions are {allowed}',
    help: 'Use a member of OpenApiVersion.',
  },
  OPENAPI_DOCUMENT_REPEATED: {
    kind: 'synthesis', exitCode: 1,
    message: 'two OpenAPI documents of one kind are wanted: both would be {file}',
    help: 'Ask once for each: with extensions, 3.0 without, and 3.1. Others are written by OpenApiDocument.fromApi.',
  },
  OPENAPI_LOSSES: {
    ...IS_LOST,
    message: 'the document lacks {count} thing(s) of the definition, and --strict refuses that',
    help: 'The losses are listed above. Change the definition, or leave --strict out.',
  },
  CORS_ORIGINS_LOST: {
    ...IS_LOST,
    message: 'a template chooses between {count} origins and cannot carry bytes, which the API may answer with: {status} names "{origin}" to all',
    help: 'Allow one origin, give the integration response a template, or send the header from the backend by a proxy integration.',
  },
} as const satisfies Record<string, CatalogRow>;
