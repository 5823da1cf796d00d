export { gatewayText, type Printable } from './gateway-text';
export type { Moment, TestClock, TimeSpan, TimeText } from './harness/clock';
export { createTestGateway } from './harness/create-test-gateway';
export { FunctionFault, type FunctionStub, type StubCallback, type StubContext, type StubHandler } from './harness/function-stub';
export type { RecordedInvocation } from './harness/invocations';
export type { ProxyEvent, ProxyRequestContext } from './harness/proxy-event';
export type { TestHarness, TestHarnessOptions } from './harness/test-harness';
export { renderTemplate } from './render-template';
export { serveForTest, type TestGateway, type TestGatewayOptions } from './serve-for-test';
