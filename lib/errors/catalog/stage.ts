import type { CatalogRow } from '../catalog-row';

const RULES_BREAK = { kind: 'definition', exitCode: 1 } as const;
const REFUSED = { kind: 'request', exitCode: 1 } as const;

/** Settings of stages and compression: what a definition may not say, and why a request is refused on account of them. */
export const STAGE_ERRORS = {
  ACCESS_LOG_WITHOUT_REQUEST_ID: {
    ...RULES_BREAK,
    message: 'the access log format names neither $context.requestId nor $context.extendedRequestId',
    help: 'Add one of them, so that a line can be found again by what the client was told.',
  },
  CACHE_WITHOUT_CLUSTER: {
    ...RULES_BREAK,
    message: 'method settings "{key}" enable caching, but the stage has no cache cluster; nothing is cached',
    help: 'Set cacheClusterEnabled on the stage, or take cachingEnabled away.',
  },
  CACHE_SHARED_BY_CALLERS: {
    ...RULES_BREAK,
    message: 'responses are cached on stage "{stage}" and the key does not hold "{source}", which names the caller: callers get each other\'s answers, as on AWS',
    help: 'Add what names the caller to cacheKeyParameters, or switch caching off for this method in methodOptions.',
  },
  CACHE_KEY_UNKNOWN: {
    ...RULES_BREAK,
    message: 'cache key parameter "{given}" is not declared on the method',
    help: 'Declare method.request.… in requestParameters of the method, integration.request.… in those of the integration.',
  },
  CACHE_SETTING_INVALID: {
    ...RULES_BREAK,
    message: '{setting} is {given}; expected {allowed}',
    help: 'Change the setting of the stage.',
  },
  COMPRESSION_SIZE_INVALID: {
    ...RULES_BREAK,
    message: 'minimum compression size is {given}; it must be a whole number of bytes between 0 and {max}',
    help: 'Leave it out to turn compression off.',
  },
  SIZE_INVALID: {
    ...RULES_BREAK,
    message: '{given} is not a valid amount of data',
    help: 'Give a number of zero or more.',
  },
  CANARY_INVALID: {
    ...RULES_BREAK,
    message: 'the canary takes {given} % of the traffic',
    help: 'Give a number between 0 and 100.',
  },
  CONTENT_ENCODING_UNSUPPORTED: {
    ...REFUSED, gatewayResponse: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the request body has the content coding "{given}"; this API unpacks {allowed}',
    help: 'Send the body in one of these codings, or without Content-Encoding as it is.',
  },
  CONTENT_ENCODING_BROKEN: {
    ...REFUSED, gatewayResponse: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the request body is not in the content coding "{given}" that it says: {reason}',
    help: 'Compress the whole body in the coding that Content-Encoding names.',
  },
  REQUEST_UNPACKS_TOO_LARGE: {
    ...REFUSED, gatewayResponse: 'REQUEST_TOO_LARGE',
    message: 'the request body has {given} bytes and unpacks to more than {max}',
    help: 'The limit counts the unpacked body. Send less, or upload to a store and send a reference.',
  },
  CACHE_INVALIDATION_REFUSED: {
    ...REFUSED, gatewayResponse: 'ACCESS_DENIED',
    message: 'the request asks with Cache-Control: max-age=0 to invalidate a cache entry, and the caller may not',
    help: 'Grant execute-api:InvalidateCache, or set requireAuthorizationForCacheControl to false on the stage.',
  },
} as const satisfies Record<string, CatalogRow>;
