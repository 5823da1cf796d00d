import { catalogRows } from '../catalog-row';

/** Why the gateway rejected a request. The client receives only the gateway response; the log has the rest. */
export const REQUEST_ERRORS = /* @__PURE__ */ catalogRows('request', {
  STAGE_UNKNOWN: {
    gatewayResponse: 'DEFAULT_4XX', status: 403,
    clientMessage: 'Forbidden', errorType: 'ForbiddenException',
    message: 'there is no stage "{stage}" with a deployment; deployed stages: {stages}',
    help: 'A path begins with its stage, as in /prod/pets. To add a stage, declare it in the app, or deploy to it: synthgate deploy --stage NAME.',
  },
  BASE_PATH_UNKNOWN: {
    gatewayResponse: 'DEFAULT_4XX', status: 403,
    clientMessage: 'Forbidden', errorType: 'ForbiddenException',
    message: 'no API is served below {path}; base paths: {known}',
    help: 'Begin the path with a base path of --base-path, or a mapping key of the domain.',
  },
  ROUTE_UNKNOWN: {
    gatewayResponse: 'MISSING_AUTHENTICATION_TOKEN',
    message: 'no {method} on {path} in this deployment; {defined}',
    help: 'Check the path and method: synthgate ls lists the routes.',
  },
  AUTHORIZATION_HEADER_INVALID: {
    gatewayResponse: 'DEFAULT_4XX', status: 403,
    clientMessage: '{reason}', errorType: 'IncompleteSignatureException',
    message: 'no {method} on {path} in this deployment, and the Authorization header is not a complete signature',
    help: 'Check the path and method. If the definition changed, deploy it to the stage.',
  },
  METHOD_OVERRIDE_IGNORED: {
    kind: 'state',
    message: 'X-HTTP-Method-Override: {given} is ignored and the request stays {method}; API Gateway obeys the header',
    help: 'Send the request with the intended method: on AWS, the header would change it.',
  },
  API_KEY_REFUSED: {
    gatewayResponse: 'INVALID_API_KEY',
    message: 'the method requires an API key and the key was {problem}',
    help: 'Send a key in X-Api-Key that is enabled and in a usage plan of this stage.',
  },
  REQUEST_PARAMETERS_MISSING: {
    gatewayResponse: 'BAD_REQUEST_PARAMETERS',
    clientMessage: 'Missing required request parameters: [{names}]',
    message: 'required request parameters are missing or blank: {names}',
    help: 'Send them; header names are compared as written in the definition.',
  },
  REQUEST_BODY_INVALID: {
    gatewayResponse: 'BAD_REQUEST_BODY',
    message: 'the request body does not match model {model}: {reason}',
    help: 'Send a body that matches the model of its content type; a message, the model that modelSelectionExpression names.',
  },
  BODY_NOT_JSON: {
    gatewayResponse: 'DEFAULT_4XX', status: 400,
    clientMessage: 'Could not parse request body into json: {reason}',
    message: 'the body must be JSON: {reason}',
    help: 'Serialize the body: JSON.stringify(value) in browsers.',
  },
  PARAMETER_BODY_NOT_JSON: {
    gatewayResponse: 'DEFAULT_4XX', status: 400,
    clientMessage: 'Invalid JSON in request body', spaced: true,
    message: 'a parameter is mapped from the request body, which is not JSON: {reason}',
    help: 'Send a JSON body, or map the parameter from elsewhere.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    gatewayResponse: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'no request template for "{given}" and passthroughBehavior is {behavior}; templates: {templates}',
    help: 'Send one of these content types, add a template, or change passthroughBehavior.',
  },
  REQUEST_TOO_LARGE: {
    gatewayResponse: 'REQUEST_TOO_LARGE',
    message: 'the request body has more than {max} bytes',
    help: 'Send less, or upload the data elsewhere and send a reference.',
  },
  PAYLOAD_TOO_LARGE: {
    gatewayResponse: 'REQUEST_TOO_LARGE',
    clientMessage: 'HTTP content length exceeded {max} bytes.', isPlainText: true,
    message: 'the request body has more than {max} bytes, which no integration can take',
    help: 'Upload the data elsewhere and send a reference.',
  },
  HEADERS_TOO_LARGE: {
    gatewayResponse: 'DEFAULT_4XX', status: 413,
    clientMessage: 'HTTP header is larger than {max} bytes.', isPlainText: true,
    message: 'the request headers have {given} bytes; expected at most {max}',
    help: 'Send fewer or shorter headers.',
  },
  HEAD_TOO_LARGE: {
    gatewayResponse: 'DEFAULT_4XX', status: 431,
    clientMessage: 'Request header fields too large',
    message: 'the head of the request is above a limit of the gateway itself: {reason}',
    help: 'Send fewer or shorter headers, and no trailers.',
  },
  URL_TOO_LONG: {
    gatewayResponse: 'DEFAULT_4XX', status: 414,
    clientMessage: 'Request URI too long',
    message: 'the request URL has {given} characters; expected at most {max}',
    help: 'Move long values to the body.',
  },
  REQUEST_MALFORMED: {
    gatewayResponse: 'DEFAULT_4XX', status: 400,
    message: 'the request is malformed: {reason}',
    help: 'Send a request that conforms to RFC 9112.',
  },
  HTTPS_REQUIRED: {
    gatewayResponse: 'DEFAULT_4XX', status: 400,
    message: 'the request came over HTTP to a port that serves HTTPS',
    help: 'Use https:// in the URL, or serve without --https.',
  },
  CHUNK_EXTENSIONS_TOO_LARGE: {
    gatewayResponse: 'REQUEST_TOO_LARGE',
    message: 'the extensions of a chunk of the request body are too long',
    help: 'Send chunks without extensions.',
  },
  HTTP_VERSION_UNSUPPORTED: {
    gatewayResponse: 'DEFAULT_5XX', status: 505, clientMessage: 'HTTP Version Not Supported',
    message: 'the request uses HTTP/{given}; HTTP/1.0 and HTTP/1.1 are supported',
    help: 'Send HTTP/1.1.',
  },
  TRANSFER_CODING_UNSUPPORTED: {
    gatewayResponse: 'DEFAULT_5XX', status: 501, clientMessage: 'Not Implemented',
    message: 'the request body has the transfer coding "{given}"; only chunked is supported',
    help: 'Send Transfer-Encoding: chunked, or a Content-Length; compress with Content-Encoding.',
  },
  EXPECTATION_UNSUPPORTED: {
    gatewayResponse: 'DEFAULT_4XX', status: 417, clientMessage: 'Expectation Failed',
    message: 'the request expects "{given}"; only 100-continue is supported',
    help: 'Send Expect: 100-continue, or omit the header.',
  },
  WEBSOCKET_HANDSHAKE_INVALID: {
    gatewayResponse: 'DEFAULT_4XX', status: 400, clientMessage: 'Bad Request',
    message: 'this is no handshake of a WebSocket connection: {reason}',
    help: 'Connect with a WebSocket client: new WebSocket(\'ws://…\').',
  },
  WEBSOCKET_UPGRADE_REQUIRED: {
    gatewayResponse: 'DEFAULT_4XX', status: 426, clientMessage: 'Upgrade Required',
    message: '{method} {path} is an HTTP request, and this is a WebSocket API',
    help: 'Connect with a WebSocket client to ws://…/<stage>. Over HTTP, only @connections is served: POST, GET and DELETE /<stage>/@connections/<id>.',
  },
  WEBSOCKET_PATH_UNKNOWN: {
    gatewayResponse: 'DEFAULT_4XX', status: 403, clientMessage: 'Forbidden',
    message: 'a client wants to connect to {path}',
    help: 'WebSocket clients connect to /<stage>, without a path behind it.',
  },
  MESSAGE_ROUTE_UNKNOWN: {
    gatewayResponse: 'DEFAULT_4XX', status: 403, clientMessage: 'Forbidden',
    message: 'no route takes the message: it names none of this deployment, and there is no $default',
    help: 'Compare the message with routeSelectionExpression of the API and its routes (synthgate ls), or declare the route $default.',
  },
  ROUTE_RESPONSE_STATUS: {
    gatewayResponse: 'DEFAULT_5XX', status: 500,
    message: 'the integration answered a message with the status {status}, and its route has a route response',
    help: 'Return a status below 300, or send the error to the client in the body of a 200.',
  },
  CONNECTION_GONE: {
    gatewayResponse: 'DEFAULT_4XX', status: 410, errorType: 'GoneException', hasNoBody: true, clientMessage: 'Gone',
    message: 'the connection {connectionId} is not open on the stage {stage}',
    help: 'The client has disconnected. Forget its id; handle GoneException of the ApiGatewayManagementApi client.',
  },
  CONNECTION_ID_INVALID: {
    gatewayResponse: 'DEFAULT_4XX', status: 400, clientMessage: 'Invalid connectionId: {connectionId}',
    message: '"{connectionId}" is not the id of a connection',
    help: 'Send the connectionId of an event\'s requestContext: 15 characters and "=".',
  },
  CONNECTION_MESSAGE_TOO_LARGE: {
    gatewayResponse: 'REQUEST_TOO_LARGE',
    message: 'a message to a connection has {given} bytes; {max} are allowed',
    help: 'Split it into several messages.',
  },
  CONNECTION_SLOW: {
    gatewayResponse: 'DEFAULT_4XX', status: 429, errorType: 'LimitExceededException', clientMessage: 'Client side buffer is full',
    message: 'the client of the connection {connectionId} reads too slowly: more than 1 MiB waits for it',
    help: 'Send it less, or DELETE its connection.',
  },
  METHOD_UNSUPPORTED: {
    gatewayResponse: 'DEFAULT_5XX', status: 501, clientMessage: 'Not Implemented',
    message: 'the method {given} is not supported',
    help: 'Send the request to the gateway itself, not through it as a proxy.',
  },
  REQUEST_TIMEOUT: {
    gatewayResponse: 'DEFAULT_4XX', status: 408, clientMessage: 'Request Timeout',
    message: 'the request did not arrive in time',
    help: 'Send it faster, or allow more: synthgate serve --headers-timeout, --request-timeout.',
  },
  TELEMETRY_NOT_SENT: {
    kind: 'state',
    message: 'traces or metrics were not sent to {url}: {reason}',
    help: 'Start the collector, or correct --otlp. Requests are answered all the same; what is not sent is lost, and counted in synthgate_spans_dropped_total.',
  },
  CLIENT_TOO_SLOW: {
    kind: 'state',
    message: 'closed {count} connections whose clients did not read their responses fast enough',
    help: 'To give slow clients more time, raise synthgate serve --send-timeout.',
  },
  CONNECTIONS_EXCEEDED: {
    kind: 'state',
    message: 'closed {count} new connections: {max} are open',
    help: 'If memory and file descriptors allow it, raise synthgate serve --max-connections.',
  },
  ADDRESS_CONNECTIONS_EXCEEDED: {
    kind: 'state',
    message: 'closed {count} connections: their address has more than {max}',
    help: 'Behind a load balancer or proxy, name it: synthgate serve --trusted-proxy. Else allow more: --max-connections-per-address.',
  },
  ACCEPT_FAILED: {
    kind: 'state',
    message: 'the system refused {count} new connections',
    help: 'The gateway goes on serving. The process or the system is short of file descriptors or memory: raise `ulimit -n`, or lower --max-connections.',
  },
  REQUEST_ABORTED: {
    gatewayResponse: 'DEFAULT_4XX', status: 400,
    message: 'the client disconnected before its request was complete',
    help: 'Nothing to do: no one is waiting for the response.',
  },
  REQUEST_BYTES_EXCEEDED: {
    gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: 'the bodies of all requests together exceed {max} bytes, and this one arrived the slowest',
    help: 'Try again. If the machine has the memory, raise serve --max-request-bytes.',
  },
  RESULT_MALFORMED: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} returned a malformed proxy response: {reason}',
    help: 'Return { statusCode, headers, multiValueHeaders, body, isBase64Encoded } with a string as body, and nothing else.',
  },
  RESULT_NOT_BASE64: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'a payload that must be decoded is not valid base64: {reason}',
    help: 'Encode the body as base64, or do not mark it as encoded.',
  },
  PAYLOAD_BINARY: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'a mapping template cannot process a binary payload ({direction})',
    help: 'Set contentHandling CONVERT_TO_TEXT, or remove the template.',
  },
  FUNCTION_UNRESOLVED: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'the integration refers to function "{name}" on stage "{stage}", which does not exist',
    help: 'Set the stage variable to the name of a function of this API.',
  },
  INTEGRATION_METHOD_NOT_POST: {
    gatewayResponse: 'INTEGRATION_FAILURE', status: 500,
    clientMessage: 'Internal server error',
    message: 'httpMethod of the proxy integration is {given}; functions are called with POST',
    help: 'Set httpMethod of the integration to POST.',
  },
  INTEGRATION_HEADER_ILLEGAL: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'the integration maps request header {name}, which API Gateway rejects',
    help: 'Remove the mapping.',
  },
  INTEGRATION_RESPONSE_UNMATCHED: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'no match for output mapping and no default output mapping configured; endpoint response: {given}',
    help: 'Add an integration response without selection pattern.',
  },
  RESPONSE_BODY_NOT_JSON: {
    gatewayResponse: 'API_CONFIGURATION_ERROR', errorType: 'InternalFailureException',
    message: 'a response header is mapped from the response body, which is not JSON: {reason}',
    help: 'Return JSON from the backend, or map the header from elsewhere.',
  },
  MOCK_STATUS_MISSING: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'unable to parse statusCode; it should be an integer that is defined in the request template ({reason})',
    help: 'Let the request template print {"statusCode": 200}.',
  },
  SANDBOX_TIMEOUT: {
    kind: 'state',
    message: '{work} was aborted: {reason}',
    help: 'Look for what takes so long: a pattern that backtracks, uniqueItems over many items, nested loops, a huge body.',
  },
  SANDBOX_BUSY: {
    gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: 'too many large bodies or expensive patterns and templates are waiting to be processed',
    help: 'Try again later. Where this happens often, simplify patterns and models, or run more gateways.',
  },
  TEMPLATE_FAILED: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'the {which} template failed: {reason}',
    help: 'Correct the template.',
  },
  OVERRIDE_INVALID: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'a template override is invalid: {reason}',
    help: 'Correct the override in the template.',
  },
  METHOD_RESPONSE_UNDECLARED: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'the selected integration response has status {status}, which has no method response',
    help: 'Declare the status in methodResponses of the method.',
  },
  ENDPOINT_INVALID: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'invalid endpoint address: {reason}',
    help: 'Check the integration\'s uri and the stage variables in it.',
  },
  INTEGRATION_UNAVAILABLE: {
    gatewayResponse: 'DEFAULT_5XX', status: 501, clientMessage: 'Not Implemented',
    message: 'this method cannot be called here: {reason}',
    help: 'Call it where it is deployed, or give the method an integration that runs here.',
  },
  SERVICE_NOT_REACHABLE: {
    gatewayResponse: 'DEFAULT_5XX', status: 501, clientMessage: 'Not Implemented',
    message: '{service} {call} is not called: {variable}, AWS_ENDPOINT_URL and --aws-endpoint name no emulator, and no --aws-profile gives credentials for AWS',
    help: 'Start an emulator and set AWS_ENDPOINT_URL to its address, or call AWS with --aws-profile NAME.',
  },
  VPC_LINK_ADDRESS_MISSING: {
    gatewayResponse: 'DEFAULT_5XX', status: 501, clientMessage: 'Not Implemented',
    message: 'the backend behind the VPC link {link} is not called: it is in a network that cannot be reached from here',
    help: 'Start it locally, and name its address: --vpc-link {link}=http://127.0.0.1:8080.',
  },
  SERVICE_ACTION_UNKNOWN: {
    gatewayResponse: 'DEFAULT_5XX', status: 501, clientMessage: 'Not Implemented',
    message: '{service} {action} is not called: synthgate does not know the request format of this action',
    help: 'Declare the path of the request instead of the action.',
  },
  SUBTYPE_PARAMETER_UNRESOLVED: {
    gatewayResponse: 'DEFAULT_4XX', status: 400, clientMessage: 'Bad Request',
    message: '{subtype} is not called: {parameter}, mapped from {source}, {reason}',
    help: 'Send the value, or map the parameter from what every request has.',
  },
  AWS_PROFILE_UNUSABLE: {
    gatewayResponse: 'DEFAULT_5XX', status: 500,
    message: 'the profile {profile} has no credentials: {reason}',
    help: 'Try: aws sts get-caller-identity --profile {profile}. A profile with SSO needs aws sso login first.',
  },
  INTEGRATION_TOKEN_MISSING: {
    gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: 'the integration contains {token}, whose value is known only after deployment, and no local value was given',
    help: 'Give a parameter of a template with --parameter {token}=…, any other value with --token-value "{token}=…"; --write-token-values writes a file for --token-values with all missing values.',
  },
  METHOD_VALUE_MISSING: {
    gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: '{what} needs {token}, whose value is known only after deployment, and no local value was given',
    help: 'Give a parameter of a template with --parameter {token}=…, any other value with --token-value "{token}=…"; --write-token-values writes a file for --token-values with all missing values.',
  },
  FUNCTION_VALUE_MISSING: {
    gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: 'function {name} is not called: {where} needs {token}, whose value is known only after deployment, and no local value was given',
    help: 'Give a parameter of a template with --parameter {token}=…, any other value with --token-value "{token}=…"; --write-token-values writes a file for --token-values with all missing values. For a variable, --env replaces it.',
  },
  ENDPOINT_UNREACHABLE: {
    gatewayResponse: 'INTEGRATION_FAILURE',
    message: 'network error communicating with {endpoint}: {reason}',
    help: 'Check that the backend runs and can be reached from here.',
  },
  ENDPOINT_CERTIFICATE_INVALID: {
    gatewayResponse: 'DEFAULT_5XX',
    message: 'the certificate of {endpoint} cannot be verified: {reason}',
    help: 'Let the backend present a certificate for its host name from a trusted authority. For local tests, start the gateway with NODE_EXTRA_CA_CERTS.',
  },
  BODY_READ_AS_TEXT: {
    kind: 'state',
    message: 'the {direction} body was read as UTF-8 text, and bytes that are not UTF-8 were replaced: {type} is not in binaryMediaTypes',
    help: 'Add {type} to binaryMediaTypes of the API.',
  },
  ENDPOINT_TIMEOUT: {
    gatewayResponse: 'INTEGRATION_TIMEOUT',
    message: '{endpoint} did not answer within {timeoutMs} ms',
    help: 'Raise the integration\'s timeout, or find out what the backend is waiting for.',
  },
  ENDPOINT_RESPONSE_TOO_LARGE: {
    gatewayResponse: 'API_CONFIGURATION_ERROR',
    message: 'the response of {endpoint} has more than {max} bytes',
    help: 'Return less from the backend; the maximum is 10 MB.',
  },
  STREAM_IDLE: {
    gatewayResponse: 'INTEGRATION_TIMEOUT',
    message: 'the response stream was idle for {idleMs} ms and was cut',
    help: 'The function or backend must write something every 30 s (EDGE endpoint) or every 5 minutes (others).',
  },
  UNCAUGHT_ERROR: {
    kind: 'internal',
    message: 'errors that nothing handled: {count}, and {total} since the gateway started; the last: {reason}',
    help: 'The gateway goes on serving. This is a bug: report it with the stack trace from the log, and restart the gateway when it is convenient.',
  },
  INTERNAL: {
    kind: 'internal', gatewayResponse: 'DEFAULT_5XX',
    message: 'an error inside synthgate: {reason}',
    help: 'This is a bug. Report it with the stack trace from the log.',
  },
});
