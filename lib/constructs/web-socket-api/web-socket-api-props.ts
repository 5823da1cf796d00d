import type { ApiQuotas, VendorNames } from '../api-settings';
import type { WebSocketApiKeySelectionExpression } from './api-key-selection';
import type { WebSocketRouteOptions } from './web-socket-route';

/** Settings of a WebSocket API. */
export interface WebSocketApiProps {
  /**
   * Name of the API in messages and file names.
   * @default - the construct id
   */
  readonly apiName?: string;

  /**
   * Identifies the API: lower-case letters and digits, at most 64.
   * @default - derived from the construct path
   */
  readonly apiId?: string;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * Expression that names the route of a message: members of its JSON in texts, such as `${request.body.kind}-${request.body.name}`.
   * @default $request.body.action
   */
  readonly routeSelectionExpression?: string;

  /**
   * Where handshakes carry API keys.
   * @default WebSocketApiKeySelectionExpression.HEADER_X_API_KEY
   */
  readonly apiKeySelectionExpression?: WebSocketApiKeySelectionExpression;

  /**
   * The route `$connect`: what is called before the handshake is answered, and who may connect.
   * @default - everybody may connect
   */
  readonly connectRouteOptions?: WebSocketRouteOptions;

  /**
   * The route `$disconnect`: what is called after the end of a connection.
   * @default - nothing
   */
  readonly disconnectRouteOptions?: WebSocketRouteOptions;

  /**
   * The route `$default`, which takes the messages that no other route takes.
   * @default - clients get an error frame for them
   */
  readonly defaultRouteOptions?: WebSocketRouteOptions;

  /**
   * Account quotas that AWS raised for you.
   * @default - AWS's own
   */
  readonly quotas?: ApiQuotas;

  /**
   * The vendor's names inside header and field names.
   * @default - AWS's
   */
  readonly vendor?: VendorNames;
}
