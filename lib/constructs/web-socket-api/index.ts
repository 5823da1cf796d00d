export { WebSocketApiKeySelectionExpression } from './api-key-selection';
export { WebSocketIamAuthorizer } from './authorizers/iam';
export { WebSocketLambdaAuthorizer, type WebSocketLambdaAuthorizerProps } from './authorizers/lambda';
export { WebSocketNoneAuthorizer } from './authorizers/none';
export { type IWebSocketRouteAuthorizer } from './authorizers/route-authorizer';
export { WebSocketAwsIntegration, type WebSocketAwsIntegrationProps } from './integrations/aws';
export {
  WebSocketHttpIntegration, WebSocketHttpProxyIntegration, type WebSocketHttpIntegrationProps, type WebSocketHttpProxyIntegrationProps,
} from './integrations/http';
export { type WebSocketIntegrationResponse } from './integrations/integration-response';
export { WebSocketLambdaIntegration, type WebSocketLambdaIntegrationProps } from './integrations/lambda';
export { WebSocketMappedIntegration } from './integrations/mapped';
export { type WebSocketMappingOptions } from './integrations/mapping-options';
export { WebSocketMockIntegration, type WebSocketMockIntegrationProps } from './integrations/mock';
export { WebSocketRouteIntegration } from './integrations/route-integration';
export { WebSocketApi } from './web-socket-api';
export { type IWebSocketApi } from './web-socket-api-interface';
export { type WebSocketApiProps } from './web-socket-api-props';
export { WebSocketRoute, type WebSocketRouteOptions, type WebSocketRouteProps } from './web-socket-route';
export { WebSocketStage, type WebSocketStageProps } from './web-socket-stage';
