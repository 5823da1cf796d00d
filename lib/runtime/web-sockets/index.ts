export { Connections } from './connections';
export { webSocketApi } from './web-socket-api';
