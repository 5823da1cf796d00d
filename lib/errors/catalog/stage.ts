import { catalogRows } from '../catalog-row';

/** Stage settings and compression: errors of definitions and rejected requests. */
export const STAGE_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  ACCESS_LOG_WITHOUT_REQUEST_ID: {
    message: 'the access log format names neither $context.requestId nor $context.extendedRequestId',
    help: 'Add one of them, so that a line can be found by the request id the client received.',
  },
  CACHE_WITHOUT_CLUSTER: {
    message: 'method settings "{key}" enable caching, but the stage has no cache cluster; nothing is cached',
    help: 'Set cacheClusterEnabled on the stage, or remove cachingEnabled.',
  },
  CACHE_SHARED_BY_CALLERS: {
    message: 'responses are cached on stage "{stage}" and the cache key does not contain "{source}", which identifies the caller: callers get each other\'s responses, as on AWS',
    help: 'Add what identifies the caller to cacheKeyParameters, or disable caching for this method in methodOptions.',
  },
  CACHE_KEY_UNKNOWN: {
    message: 'cache key parameter "{given}" is not declared on the method',
    help: 'Declare method.request.… in requestParameters of the method, integration.request.… in those of the integration.',
  },
  CACHE_SETTING_INVALID: {
    message: '{setting} is {given}; expected {allowed}',
    help: 'Change the setting of the stage.',
  },
  COMPRESSION_SIZE_INVALID: {
    message: 'minimum compression size is {given}; it must be a whole number of bytes between 0 and {max}',
    help: 'Leave it out to turn compression off.',
  },
  SIZE_INVALID: {
    message: '{given} is not a valid size',
    help: 'Use a number of zero or more.',
  },
  CANARY_INVALID: {
    message: 'the canary receives {given} % of the traffic',
    help: 'Use a number between 0 and 100.',
  },
  CONTENT_ENCODING_UNSUPPORTED: {
    kind: 'request', gatewayResponse: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the request body has the content coding "{given}"; this API decompresses {allowed}',
    help: 'Send the body in one of these codings, or uncompressed without Content-Encoding.',
  },
  CONTENT_ENCODING_BROKEN: {
    kind: 'request', gatewayResponse: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the request body is not in the declared content coding "{given}": {reason}',
    help: 'Compress the whole body in the coding named by Content-Encoding.',
  },
  REQUEST_UNPACKS_TOO_LARGE: {
    kind: 'request', gatewayResponse: 'REQUEST_TOO_LARGE',
    message: 'the request body has {given} bytes and decompresses to more than {max}',
    help: 'The limit applies to the decompressed body. Send less, or upload the data elsewhere and send a reference.',
  },
  CACHE_INVALIDATION_REFUSED: {
    kind: 'request', gatewayResponse: 'ACCESS_DENIED',
    message: 'the request invalidates a cache entry with Cache-Control: max-age=0, which the caller is not permitted to do',
    help: 'Grant execute-api:InvalidateCache, or set requireAuthorizationForCacheControl to false on the stage.',
  },
});
