export { gatewayText, type Printable } from './gateway-text';
export { renderTemplate } from './render-template';
export { serveForTest, type TestGateway, type TestGatewayOptions } from './serve-for-test';
