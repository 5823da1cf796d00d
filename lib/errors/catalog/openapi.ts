import { catalogRows } from '../catalog-row';

/** Issues about content that an OpenAPI document cannot express, and about invalid requests for a document. */
export const OPENAPI_LOSSES = /* @__PURE__ */ catalogRows('synthesis', {
  OPENAPI_KEYWORDS_LOST: {
    message: 'OpenAPI {version} has no {keywords}; the document and the model accept different bodies',
    help: 'Use other keywords, or OpenAPI 3.1, which has all keywords of JSON Schema.',
  },
  OPENAPI_GREEDY_PATH: {
    message: '{parameter} matches any number of path segments, {written} in the document matches one',
    help: 'Declare the paths below it as resources if clients should know them.',
  },
  OPENAPI_DUPLICATE_OPERATION_NAME: {
    message: 'the operation name "{name}" is already the operationId of {other}; this operation gets "{written}"',
    help: 'Give each method its own operationName: operationIds are unique within a document.',
  },
  OPENAPI_RESPONSE_LEFT_OUT: {
    message: 'the integration response {status} is omitted: {pattern} already selects {other}',
    help: 'A document has one integration response for each selectionPattern, and one without.',
  },
  OPENAPI_SECURITY_NOT_EXPRESSIBLE: {
    message: 'authorizer "{name}" has no identity source that clients send by name; the document does not show that methods are protected by it',
    help: 'Add a header or query string parameter to the identity sources if clients should know what to send.',
  },
  OPENAPI_AUTHORIZER_CLOSED: {
    message: 'API Gateway REST APIs have no authorizer for "{name}" ({reason}); its methods are closed with AWS_IAM instead',
    help: 'Use a CognitoUserPoolsAuthorizer with the ARN of a pool, or a TokenAuthorizer whose function verifies the token.',
  },
  OPENAPI_INTEGRATION_UNAVAILABLE: {
    message: 'the method is not complete in this definition ({reason}); in the document it has no backend',
    help: 'Write the document from where the method was imported, or give it an integration.',
  },
  OPENAPI_PART_LEFT_OUT: {
    message: 'an OpenAPI document cannot express {what}',
    help: '{how}',
  },
  OPENAPI_TOKEN_LEFT: {
    message: 'the value of {tokens} is known only after deployment; the document contains the token itself',
    help: 'Give the value (--token-value NAME=VALUE), or let the AWS target write the document.',
  },
  OPENAPI_EXTENSIONS_UNSUPPORTED: {
    exitCode: 3,
    message: 'API Gateway imports OpenAPI 3.0; a document of version {version} cannot have its extensions',
    help: 'Write version 3.0, or omit the extensions.',
  },
  OPENAPI_DOCUMENT_REPEATED: {
    message: 'two OpenAPI documents would be written to {file}',
    help: 'List each kind once: 3.0 with extensions, 3.0 without, 3.1. Create others with OpenApiDocument.fromApi.',
  },
  OPENAPI_LOSSES: {
    message: 'the document cannot express {count} part(s) of the definition, which --strict does not allow',
    help: 'The losses are listed above. Change the definition, or omit --strict.',
  },
  CORS_ORIGINS_LOST: {
    message: 'a template selects among {count} origins, but templates cannot pass binary bodies: status {status} allows "{origin}" only',
    help: 'Allow one origin, give the integration response a template, or send the header from the backend by a proxy integration.',
  },
});
