export type { DeclaredMethod, MethodsExcept } from './assertions/declared-methods';
export { GatewayAssertions } from './assertions/gateway-assertions';
export { Match } from './assertions/match';
export type { CdkMatcher, CdkMatchResult, Matcher, Mismatch } from './assertions/matcher';
export type { Pattern } from './assertions/matcher';
export type { PublicMethodsOptions } from './assertions/public-methods';
export { formatGateway, type HasDefinition } from './format-gateway';
export type { Moment, TestClock, TimeSpan, TimeText } from './gateway/clock';
export { createTestGateway } from './gateway/create-test-gateway';
export { FunctionFault, type FunctionStub, type StubCallback, type StubContext, type StubHandler } from './gateway/function-stub';
export type { ClosedConnection, ConnectedClient, ConnectionState, ConnectOptions } from '../runtime';
export type { RecordedInvocation } from './gateway/invocations';
export type { ProxyEvent, ProxyRequestContext } from './gateway/proxy-event';
export type { TestGateway, TestGatewayOptions } from './gateway/test-gateway';
export type { TestTokenOptions } from './gateway/token';
export { renderTemplate } from './render-template';
export { wrap } from './wrap';
export type { ChangeOptions } from './changes/change-matcher';
export {
  gatewayMatchers,
  type ChangeArguments,
  type MatcherContext,
  type MatcherResult,
  type SnapshotArguments,
} from './snapshots/gateway-matchers';
export { gatewaySerializer } from './snapshots/gateway-matchers';
export type { SnapshotMode } from './snapshots/mode';
export type { SnapshotFormat } from './snapshots/snapshot-files';
export type { GatewaySnapshotOptions } from './snapshots/snapshot-options';
