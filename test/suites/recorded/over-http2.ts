/**
 * Cases whose answers differ over HTTPS and HTTP/2, with the reason. Each must differ: one that no longer does is taken off.
 */
export const DIFFERENT_OVER_HTTP2: Readonly<Record<string, string>> = {
  'proxy-event-header-case': 'names of headers are in lower case, and so is what a function gets',
  'proxy-query-multi-value': 'names of headers are in lower case, and so is what a function gets',
  'proxy-response-multi-and-single-different-case': 'names of headers are in lower case',
  'http-request-parameter-mapping': 'a header is mapped by the spelling of its name',
  'vtl-header-param-in-form-body': 'a template reads a header by the spelling of its name',
  'remap-http-full-template': 'a client may not send TE',
  'remap-http-full-response': 'a server may not send TE',
  'documented-http-proxy-forwarded-headers': 'X-Forwarded-Proto says https',
  'documented-http-proxy-forwarded-headers-alone': 'X-Forwarded-Proto says https',
  'documented-throttled-function': 'the function of the case calls the gateway, whose certificate it does not trust',
};
