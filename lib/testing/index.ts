export type { DeclaredMethod, MethodsExcept } from './assertions/declared-methods';
export { GatewayAssertions } from './assertions/gateway-assertions';
export { Match } from './assertions/match';
export type { CdkMatcher, CdkMatchResult, Matcher, Mismatch } from './assertions/matcher';
export type { Pattern } from './assertions/pattern';
export type { PublicMethodsOptions } from './assertions/public-methods';
export { gatewayText, type Printable } from './gateway-text';
export type { Moment, TestClock, TimeSpan, TimeText } from './harness/clock';
export { createTestGateway } from './harness/create-test-gateway';
export { FunctionFault, type FunctionStub, type StubCallback, type StubContext, type StubHandler } from './harness/function-stub';
export type { RecordedInvocation } from './harness/invocations';
export type { ProxyEvent, ProxyRequestContext } from './harness/proxy-event';
export type { TestHarness, TestHarnessOptions } from './harness/test-harness';
export { renderTemplate } from './render-template';
export { serveForTest, type TestGateway, type TestGatewayOptions } from './serve-for-test';
export {
  gatewayMatchers,
  type GatewaySnapshotOptions,
  type MatcherContext,
  type MatcherResult,
  type SnapshotArguments,
} from './snapshots/gateway-matchers';
export { gatewaySerializer } from './snapshots/gateway-serializer';
export type { SnapshotMode } from './snapshots/mode';
export type { SnapshotFormat } from './snapshots/snapshot-files';
