export { Connections, type OpenConnection } from './connections';
export { webSocketApi, type WebSocketApi } from './web-socket-api';
