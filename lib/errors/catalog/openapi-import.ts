import { catalogRows } from '../catalog-row';

const CANNOT_IMPORT = { kind: 'import', exitCode: 1 } as const;

/** Issues in the import of an OpenAPI document. */
export const OPENAPI_IMPORT_ERRORS = /* @__PURE__ */ catalogRows({
  OPENAPI_NOT_READABLE: {
    ...CANNOT_IMPORT,
    message: 'this is not a document of OpenAPI 2.0, 3.0 or 3.1: {reason}',
    help: 'Pass a document with "swagger": "2.0" or "openapi": "3.x" at its root.',
  },
  OPENAPI_SOURCE_AMBIGUOUS: {
    ...CANNOT_IMPORT,
    message: 'an OpenAPI document is given either as document or as file',
    help: 'Give one of them: document: {…}, or file: \'openapi.yaml\'.',
  },
  OPENAPI_REFERENCE_UNRESOLVED: {
    ...CANNOT_IMPORT,
    message: 'the reference {reference} leads nowhere: {reason}',
    help: 'Correct it, or put what it refers to into the document or a file beside it.',
  },
  OPENAPI_METHOD_UNAVAILABLE: {
    ...CANNOT_IMPORT,
    message: 'the method answers 501: {reason}',
    help: 'Change that part of the document; every other method is served.',
  },
  OPENAPI_METHOD_LEFT_OUT: {
    ...CANNOT_IMPORT,
    message: 'API Gateway has no method {method}; the operation is left out',
    help: 'Use one of DELETE, GET, HEAD, OPTIONS, PATCH, POST and PUT, or x-amazon-apigateway-any-method.',
  },
  OPENAPI_USER_POOL_UNKNOWN: {
    ...CANNOT_IMPORT,
    message: 'not every user pool is known here ({pools}); tokens of the others are refused',
    help: 'Write the ARN of the user pool: arn:aws:cognito-idp:<region>:<account>:userpool/<id>.',
  },
  OPENAPI_MEMBER_LEFT_OUT: {
    ...CANNOT_IMPORT,
    message: '{member} is left out: {reason}',
    help: 'It has no effect here; remove it if it should have none on AWS.',
  },
});
