import type { CatalogRow } from '../catalog-row';

const REQUEST = { kind: 'request', exitCode: 1 } as const;
const RULES_BREAK = { kind: 'definition', exitCode: 1 } as const;

/** What authorizers, signatures and policies refuse, and what is wrong with their definitions. */
export const AUTHORIZATION_ERRORS = {
  IDENTITY_SOURCE_MISSING: {
    ...REQUEST, gatewayResponse: 'UNAUTHORIZED',
    message: 'authorizer {authorizer} found nothing at {source}; it was not asked',
    help: 'Send every identity source of the authorizer with the request.',
  },
  IDENTITY_PATTERN_MISMATCH: {
    ...REQUEST, gatewayResponse: 'UNAUTHORIZED',
    message: 'the token does not match the validation expression of authorizer {authorizer}; it was not asked',
    help: 'The whole token must match the expression.',
  },
  AUTHORIZER_UNAUTHORIZED: {
    ...REQUEST, gatewayResponse: 'UNAUTHORIZED',
    message: 'authorizer {authorizer} failed with "Unauthorized"',
    help: 'The authorizer function refused the caller in the documented way.',
  },
  AUTHORIZER_CALL_FAILED: {
    ...REQUEST, gatewayResponse: 'AUTHORIZER_CONFIGURATION_ERROR',
    message: 'authorizer {authorizer} gave no decision: {reason}',
    help: 'Look at the log of the authorizer function. Only the error text "Unauthorized" makes a 401.',
  },
  AUTHORIZER_RESULT_INVALID: {
    ...REQUEST, gatewayResponse: 'AUTHORIZER_CONFIGURATION_ERROR',
    message: 'authorizer {authorizer} answered something else than a decision: {reason}',
    help: 'Return { principalId, policyDocument: { Version, Statement: [{ Action, Effect, Resource }] }, context } with a flat context.',
  },
  AUTHORIZER_DENIED: {
    ...REQUEST, gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User is not authorized to access this resource with an explicit deny',
    message: 'the policy of authorizer {authorizer} denies {resource}',
    help: 'A Deny of the policy matches; it wins over every Allow.',
  },
  AUTHORIZER_NOT_ALLOWED: {
    ...REQUEST, gatewayResponse: 'ACCESS_DENIED',
    message: 'no statement of the policy of authorizer {authorizer} allows {resource}',
    help: 'A cached policy is used for all methods of the stage: let it name them all, e.g. with wildcards.',
  },
  TOKEN_INVALID: {
    ...REQUEST, gatewayResponse: 'UNAUTHORIZED',
    message: 'authorizer {authorizer} refuses the token: {reason}',
    help: 'Send a token that the issuer signed for this audience.',
  },
  TOKEN_EXPIRED: {
    ...REQUEST, gatewayResponse: 'UNAUTHORIZED', clientMessage: 'The incoming token has expired',
    message: 'authorizer {authorizer} refuses the token: it expired at {expiredAt}',
    help: 'Get a new token from the issuer.',
  },
  TOKEN_SCOPE_MISSING: {
    ...REQUEST, gatewayResponse: 'UNAUTHORIZED',
    message: 'the token has none of the scopes {scopes}',
    help: 'Scopes are read from an access token; an identity token has none.',
  },
  KEY_SET_UNREACHABLE: {
    ...REQUEST, gatewayResponse: 'AUTHORIZER_FAILURE',
    message: 'authorizer {authorizer} cannot get the keys of {issuer}: {reason}',
    help: 'Without keys no token can be checked, so all are refused. Check that the issuer can be reached from here.',
  },
  SIGNATURE_MISSING: {
    ...REQUEST, gatewayResponse: 'MISSING_AUTHENTICATION_TOKEN',
    message: 'the method has authorization AWS_IAM and the request is not signed',
    help: 'Sign it with AWS Signature Version 4, for the service execute-api.',
  },
  SIGNATURE_INCOMPLETE: {
    ...REQUEST, gatewayResponse: 'DEFAULT_4XX', status: 403, errorType: 'IncompleteSignatureException', clientMessage: '{reason}',
    message: 'the signature cannot be read: {reason}',
    help: 'Send Credential, SignedHeaders and Signature, and the date in X-Amz-Date.',
  },
  SIGNATURE_INVALID: {
    ...REQUEST, gatewayResponse: 'INVALID_SIGNATURE', clientMessage: '{reason}',
    message: 'the signature is refused: {reason}',
    help: 'Compare secret key, region, service, signed headers, body and clock of the caller.',
  },
  CREDENTIAL_UNKNOWN: {
    ...REQUEST, gatewayResponse: 'DEFAULT_4XX', status: 403, errorType: 'UnrecognizedClientException',
    clientMessage: 'The security token included in the request is invalid.',
    message: 'the request is signed with a credential that is refused: {reason}',
    help: 'Give the runtime the credentials that may call: synthgate serve --credentials <file>.',
  },
  CREDENTIAL_EXPIRED: {
    ...REQUEST, gatewayResponse: 'EXPIRED_TOKEN',
    message: 'the request is signed with a credential that expired at {expiredAt}',
    help: 'Get new temporary credentials.',
  },
  POLICY_DENIED: {
    ...REQUEST, gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User: {user} is not authorized to perform: execute-api:Invoke on resource: {maskedResource} with an explicit deny',
    message: 'a policy denies {user} from {sourceIp} the resource {resource}',
    help: 'A Deny of the API\'s resource policy, or of the caller\'s own, matches; it wins over every Allow.',
  },
  POLICY_NOT_ALLOWED: {
    ...REQUEST, gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User: {user} is not authorized to perform: execute-api:Invoke on resource: {maskedResource}',
    message: 'no policy allows {user} from {sourceIp} the resource {resource}',
    help: 'Add a statement with Effect Allow that matches, or remove the policy.',
  },
  METHOD_ARN_TOO_LONG: {
    ...REQUEST, gatewayResponse: 'DEFAULT_4XX', status: 414, clientMessage: 'Request URI too long',
    message: 'the ARN of the method has {given} bytes; expected at most {max}',
    help: 'Put long values into the query or the body.',
  },
  TOO_MANY_AUTHORIZERS: {
    ...RULES_BREAK,
    message: '{given} authorizers; expected at most {max}',
    help: 'Let methods share authorizers.',
  },
  AUTHORIZER_KIND_MISMATCH: {
    ...RULES_BREAK,
    message: 'authorization {type} names authorizer "{name}", which is of kind {kind}',
    help: 'CUSTOM goes with token and request authorizers, COGNITO_USER_POOLS with cognito-user-pools and jwt.',
  },
  IDENTITY_SOURCES_EMPTY: {
    ...RULES_BREAK,
    message: 'a request authorizer whose results are cached needs an identity source',
    help: 'The identity sources are the key of the cache. Name some, or set the time of caching to 0.',
  },
  VALIDATION_EXPRESSION_INVALID: {
    ...RULES_BREAK,
    message: 'the validation expression "{pattern}" is not a valid Java regular expression: {reason}',
    help: 'Quote special characters with a backslash.',
  },
  RESOURCE_POLICY_TOO_LARGE: {
    ...RULES_BREAK,
    message: 'the resource policy has {given} characters; expected at most {max}',
    help: 'Join statements, or use wildcards.',
  },
  AUTHORIZER_SETTING_INVALID: {
    ...RULES_BREAK,
    message: '{setting} is {given}; expected {allowed}',
    help: 'Change the setting of the authorizer.',
  },
} as const satisfies Record<string, CatalogRow>;
