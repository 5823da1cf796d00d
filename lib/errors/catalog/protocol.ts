import { catalogRows } from '../catalog-row';

/** Errors of a definition that follow from the kind of API: HTTP APIs and WebSocket APIs have routes. */
export const PROTOCOL_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  DEFAULT_ROUTE_METHOD: {
    message: 'the $default route has the method {method}; it takes every method',
    help: 'Declare it as ANY of /$default, and routes of one method by their own paths.',
  },
  ROUTE_KEY_FORM: {
    message: '"{path}" is not the path of a route of a WebSocket API',
    help: 'A path is a slash and the route key; characters other than letters, digits and - . _ : , $ are percent-encoded: /chat%2Fjoin.',
  },
  MESSAGE_ROUTE_METHOD: {
    message: 'the route {route} has the method {method}; messages have none',
    help: 'Declare each route of a WebSocket API as ANY.',
  },
  GUARD_NOT_AT_CONNECT: {
    message: 'the route {route} requires {guard}, which is checked on $connect only',
    help: 'Callers of a WebSocket API are checked when they connect: put it on the $connect route.',
  },
  MODELS_NOT_SELECTED: {
    message: 'messages for the route {route} are not checked by its models: it has no modelSelectionExpression',
    help: 'Name the model of a message, such as $request.body.action, or give all messages the model $default by the expression \\$default.',
  },
  PROTOCOL_UNSUPPORTED: {
    message: '{member} does not belong to {kind}s',
    help: 'The kinds of APIs have different features: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-vs-rest.html. Remove it, or use another kind.',
  },
  PROTOCOL_NOT_WRITTEN: {
    message: '{what} of {kind}s are not written',
    help: 'Declare an HTTP API with HttpApi, a WebSocket API with WebSocketApi; `synthgate import` writes the programs of both.',
  },
  IDENTITY_SOURCE_FORM: {
    message: 'the identity source "{given}" is not written as this kind of API expects it',
    help: 'Write it as {allowed}.',
  },
  ROUTE_PATH_INVALID: {
    message: '"{given}" is not a path of a route',
    help: 'A path starts with / and does not end with one, such as /pets/{id}; the $default route is defaultIntegration of the API, or HttpRouteKey.DEFAULT.',
  },
  MAPPING_KEY_INVALID: {
    message: '"{given}" is not a mapping key',
    help: 'Use segments such as v1/orders: letters, digits and -_.+!*\'()$, at most 300 characters.',
  },
  DOMAIN_NOT_SHARED: {
    message: '{domain} is a domain of another kind of APIs: {other}',
    help: 'WebSocket APIs share a domain with each other only.',
  },
  ROUTE_KEY_INVALID: {
    message: '"{given}" is not a route key',
    help: 'A key of an HTTP API is a method and a path, such as GET /pets, or $default. One of a WebSocket API is a text that is known before deployment: $connect, $disconnect, $default, or what messages for the route have, such as join.',
  },
  SERVICE_URI_INVALID: {
    message: '"{given}" is not the address of a call of an AWS service',
    help: 'Write arn:aws:apigateway:<region>:<service>:action/<action>, or …:path/<path>. WebSocketLambdaIntegration calls functions.',
  },
  SUBTYPE_PARAMETER_INVALID: {
    message: 'the integration with an AWS service cannot be created: {reason}',
    help: 'Names of parameters are case-sensitive. The guide about AWS services lists those of every subtype.',
  },
});
