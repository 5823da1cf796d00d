import { RootConstruct } from 'constructs';
import { ProxyFunction, WebSocketApi, WebSocketLambdaIntegration, type WebSocketApiProps } from '../../lib/constructs';

/** A construct tree with one WebSocket API, one function and its integration. */
export interface WebSocketDeclaration {
  readonly root: RootConstruct;
  readonly api: WebSocketApi;
  readonly fn: ProxyFunction;
  readonly chat: WebSocketLambdaIntegration;
}

export function declareWebSocket(props: WebSocketApiProps = {}): WebSocketDeclaration {
  const root = new RootConstruct();
  const fn = new ProxyFunction(root, 'Handler', { entry: 'src/handler.ts' });
  return { root, api: new WebSocketApi(root, 'Chat', props), fn, chat: new WebSocketLambdaIntegration('Handle', fn) };
}
