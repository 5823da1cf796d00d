import { catalogRows } from '../catalog-row';

/** Rejections by authorizers, signatures and policies, and errors of their definitions. */
export const AUTHORIZATION_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  IDENTITY_SOURCE_MISSING: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED',
    message: 'authorizer {authorizer} found nothing at {source} and was not called',
    help: 'Send every identity source of the authorizer with the request.',
  },
  IDENTITY_PATTERN_MISMATCH: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED',
    message: 'the token does not match the validation expression of authorizer {authorizer}, which was not called',
    help: 'The whole token must match the expression.',
  },
  AUTHORIZER_UNAUTHORIZED: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED',
    message: 'authorizer {authorizer} failed with "Unauthorized"',
    help: 'The authorizer function rejected the caller in the documented way.',
  },
  AUTHORIZER_CALL_FAILED: {
    kind: 'request', gatewayResponse: 'AUTHORIZER_CONFIGURATION_ERROR',
    message: 'authorizer {authorizer} failed: {reason}',
    help: 'See the log of the authorizer function. Only the error message "Unauthorized" results in a 401.',
  },
  AUTHORIZER_RESULT_INVALID: {
    kind: 'request', gatewayResponse: 'AUTHORIZER_CONFIGURATION_ERROR',
    message: 'authorizer {authorizer} returned an invalid result: {reason}',
    help: 'Return { principalId, policyDocument: { Version, Statement: [{ Action, Effect, Resource }] }, context } with a flat context.',
  },
  AUTHORIZER_DENIED: {
    kind: 'request', gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User is not authorized to access this resource with an explicit deny in an identity-based policy',
    message: 'the policy of authorizer {authorizer} denies {resource}',
    help: 'A Deny statement of the policy matches; it overrides every Allow.',
  },
  AUTHORIZER_NOT_ALLOWED: {
    kind: 'request', gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User is not authorized to access this resource because no identity-based policy allows the execute-api:Invoke action',
    message: 'no statement of the policy of authorizer {authorizer} allows {resource}',
    help: 'A cached policy applies to all methods of the stage: let it cover them all, e.g. with wildcards.',
  },
  TOKEN_INVALID: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED',
    message: 'authorizer {authorizer} rejected the token: {reason}',
    help: 'Send a token that the issuer signed for this audience.',
  },
  TOKEN_EXPIRED: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED', clientMessage: 'The incoming token has expired',
    message: 'authorizer {authorizer} rejected the token: it expired at {expiredAt}',
    help: 'Get a new token from the issuer.',
  },
  TOKEN_SCOPE_MISSING: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED',
    message: 'the token has none of the scopes {scopes}',
    help: 'Scopes are read from an access token; an ID token has none.',
  },
  KEY_SET_UNREACHABLE: {
    kind: 'request', gatewayResponse: 'AUTHORIZER_FAILURE',
    message: 'authorizer {authorizer} cannot fetch the keys of {issuer}: {reason}',
    help: 'Without keys no token can be verified, so all are rejected. Check that the issuer can be reached from here.',
  },
  LOCAL_TOKEN_REFUSED: {
    kind: 'request', gatewayResponse: 'UNAUTHORIZED',
    message: 'the token is from the local issuer, which this gateway does not accept',
    help: 'synthgate dev, synthgate exec and tests accept its tokens; synthgate serve does with --local-issuer. Never use it where others can reach the gateway.',
  },
  USER_POOL_UNKNOWN: {
    kind: 'command', exitCode: 3,
    message: 'no authorizer accepts tokens of {pool}; {known}',
    help: 'Name the pool by its construct, id, ARN or issuer, or by its authorizer.',
  },
  USER_POOL_NOT_CHOSEN: {
    kind: 'command', exitCode: 3,
    message: 'the definition has several pools: {known}',
    help: 'Name one: synthgate token --pool NAME, or gateway.token({ pool: "NAME" }).',
  },
  SIGNATURE_MISSING: {
    kind: 'request', gatewayResponse: 'MISSING_AUTHENTICATION_TOKEN',
    message: 'the method has authorization AWS_IAM and the request is not signed',
    help: 'Sign it with AWS Signature Version 4, for the service execute-api.',
  },
  SIGNATURE_INCOMPLETE: {
    kind: 'request', gatewayResponse: 'DEFAULT_4XX', status: 403, errorType: 'IncompleteSignatureException', clientMessage: '{reason}',
    message: 'the signature cannot be parsed: {reason}',
    help: 'Send Credential, SignedHeaders and Signature, and the date in X-Amz-Date.',
  },
  SIGNATURE_INVALID: {
    kind: 'request', gatewayResponse: 'INVALID_SIGNATURE', clientMessage: '{reason}',
    message: 'the signature was rejected: {reason}',
    help: 'Compare secret key, region, service, signed headers, body and clock of the caller.',
  },
  CREDENTIAL_UNKNOWN: {
    kind: 'request', gatewayResponse: 'DEFAULT_4XX', status: 403, errorType: 'UnrecognizedClientException',
    clientMessage: 'The security token included in the request is invalid.',
    message: 'the credential that signed the request was rejected: {reason}',
    help: 'Pass the accepted credentials to the runtime: synthgate serve --credentials <file>.',
  },
  CREDENTIAL_EXPIRED: {
    kind: 'request', gatewayResponse: 'EXPIRED_TOKEN',
    message: 'the request is signed with a credential that expired at {expiredAt}',
    help: 'Get new temporary credentials.',
  },
  POLICY_DENIED: {
    kind: 'request', gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User: {user} is not authorized to perform: execute-api:Invoke on resource: {maskedResource} with an explicit deny in {denier}',
    message: '{denier} denies {user} from {sourceIp} access to {resource}',
    help: 'A Deny statement of the API\'s resource policy or of the caller\'s own policy matches; it overrides every Allow.',
  },
  POLICY_NOT_ALLOWED: {
    kind: 'request', gatewayResponse: 'ACCESS_DENIED',
    clientMessage: 'User: {user} is not authorized to perform: execute-api:Invoke on resource: {maskedResource} because no {policy} policy allows the execute-api:Invoke action',
    message: 'no {policy} policy allows {user} from {sourceIp} access to {resource}',
    help: 'Add a matching statement with Effect Allow, or remove the policy.',
  },
  METHOD_ARN_TOO_LONG: {
    kind: 'request', gatewayResponse: 'DEFAULT_4XX', status: 414, clientMessage: 'Request URI too long',
    message: 'the ARN of the method has {given} bytes; with authorization it may have at most {max}',
    help: 'Put long values into the query or the body.',
  },
  TOO_MANY_AUTHORIZERS: {
    message: '{given} authorizers; the quota is {max}',
    help: 'Share authorizers between methods, or raise the quota with quotas.authorizers once AWS has raised it for your account.',
  },
  AUTHORIZER_KIND_MISMATCH: {
    message: 'authorization {type} cannot use authorizer "{name}" of kind {kind}',
    help: 'CUSTOM takes token and request authorizers, COGNITO_USER_POOLS takes cognito-user-pools and jwt.',
  },
  IDENTITY_SOURCES_EMPTY: {
    message: 'a request authorizer with cached results needs an identity source',
    help: 'The identity sources are the cache key. Add one, or set the cache TTL to 0.',
  },
  VALIDATION_EXPRESSION_INVALID: {
    message: 'the validation expression "{pattern}" is not a valid Java regular expression: {reason}',
    help: 'Escape special characters with a backslash.',
  },
  RESOURCE_POLICY_TOO_LARGE: {
    message: 'the resource policy has {given} characters; expected at most {max}',
    help: 'Combine statements, or use wildcards.',
  },
  RESOURCE_POLICY_CONDITION_UNKNOWN: {
    message: 'the local gateway cannot evaluate conditions of the resource policy: {conditions}; a Deny with one denies, an Allow with one does not allow',
    help: 'The policy is deployed as it is. To call the API locally, leave the statement out there, for example by a context value.',
  },
  AUTHORIZER_SETTING_INVALID: {
    message: '{setting} is {given}; expected {allowed}',
    help: 'Change the setting of the authorizer.',
  },
});
