export { connectClient, type ClosedConnection, type ConnectedClient, type ConnectOptions } from './client';
export { Connections, type ConnectionState } from './connections';
export { webSocketApi, type WebSocketApi } from './web-socket-api';
