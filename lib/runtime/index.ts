export type * from './inspection/protocol';
export type { ExampleCall, ExampleCalls } from './inspection/example-calls';
export type { ServedApi, ServedManagement, ServingProcesses } from './management/served';
export { callerCredentialsSchema, type CallerCredential } from './authorizers/credentials';
export type { LocalTokenRequest } from './plan/local-token-request';
export { signRequest } from './integrations/sign-request';
export { reachableUrl } from './http/reachable-url';
export { autoAttachOf } from './functions/inspector/auto-attach';
export { FUNCTION_PERMISSIONS, type FunctionPermission, type FunctionPermissions } from './functions';
export type {
  AccessLogEntry, FunctionEngine, FunctionVersion, Invocation, InvocationOutcome, InvocationType, InvokeMiddleware, Log, LogEntry,
  WriteAccessLog,
} from './ports';
export type { LoadedApi, LoadedCode, LoadedStage, LoadOptions } from './plan/loaded';
export {
  readServeOptions, SERVE_DEFAULTS, SERVE_OPTIONS, testOptions, type AccountLimit, type LogLines, type ServeOptions, type TestOptionNames,
} from './hosting/serve-options';
export { isAddressRange } from './edge/addresses';
export { addressOf, endpointsOf, requireBasePaths, type Endpoint } from './hosting/endpoints';
export type { Serving } from './hosting/serving';
export type { StoreClient } from './store/store-client';
export { SERVER_LIMIT_DEFAULTS, SERVER_LIMIT_OPTIONS, type ServerLimits } from './server/server-limits';
export {
  described, objectOf, oneOf, text, texts, textsByName, wholeNumber, yesOrNo, type Option, type Options, type OptionValues,
} from './options/option';
export { readOptions } from './options/read-options';
export type { OptionFlag, ServeOption } from './options/serve-option';
export { shellQuoted } from './shell-quoted';
export { similar, suggest, suggestText } from './suggest';
export { Dashboard, type DashboardOptions, type ReferenceRenderer, type TestProject, type TestRunner } from './inspection/dashboard';
export { issueTokenFor, type PoolOptions } from './hosting/issue-token';
export { localNames, missingTokenValues, missingValuesEntry, type ValueOptions } from './hosting/missing-token-values';
export type { MissingValue } from './pipeline/missing-value';
export { profileCredentials } from './system/aws-profile';
export { localApiKeysFile } from './system/local-api-keys';
export { localIssuerFile } from './system/local-issuer-file';
export { serve } from './hosting/start';
export { runWorker } from './hosting/workers/worker';
export { invokeDefinition, type InvokeDefinitionOptions, type PathInvocation } from './hosting/invoke-definition';
export { defaultStateDirectory } from './state/assembly';
export { copyDeployments } from './state/copy-deployments';
export { stateLockHolder } from './state/lock';
export { readManagementAddress, writeDashboardLink, writeManagementAddress, type ManagementAddress } from './state/management-token';
export { readSecretFile } from './state/secret-file';
export { measureNode, type NodeCapabilities } from './functions/runtimes/nodejs/node-capabilities';
export { reportRuntimes, type RuntimeReport } from './functions/runtimes/report-runtimes';
export { unsettableLimits } from './functions/process/process-limits';
export { type RenderedTemplate, type TemplateInvocation } from './mapping/render-template';
export { renderTemplate } from './system/render-template';
export { assemblyDirectory, readAssembly, type AssemblyApi, type LocalName } from './state/assembly';
export { driftedStages, driftText, type StageDrift } from './state/stage-drift';
export type { DeadLetter, DeadLetterSummary } from './state/dead-letters';
export { listDeadLetters, readDeadLetter, redriveDeadLetters, removeDeadLetters, type DeadLetterSelection } from './state/redrive';
export { deploy, rollback, type DeployOptions, type DeployResult, type RollbackOptions, type StageChange } from './state/deploy';
export { deploymentChange, servedDefinitions, withDeployed, type ServedDefinition } from './state/deployment-change';
export { listDeployments, type DeploymentSummary } from './state/deployment-store';
export { pinExistingStages, servableApis, type PinOptions, type PinnedStage } from './state/pin-existing-stages';
export { chooseApi, loadApis, selectApis } from './state/load';
export type { StageEntry, StageRecord } from './state/stage-history';
export { makeStagesDirectory, readStageRecords, recordedApis } from './state/stage-records';
export { lineWriter, type LineWriter } from './system/line-writer';
export { jsonLog, type JsonLogOptions } from './system/log-json';
export { surviveUncaughtErrors } from './system/uncaught-errors';
export { textLog, type TextLogOptions } from './system/log-text';
export { HTTP_METHODS, routesOf, routeTableText, type Route } from '../spec';
export { localValuesSchema } from './plan/resolve-tokens';
export type { TestInvokeRequest, TestInvokeResult } from './pipeline/test-invocation';
export { connectClient, type ClosedConnection, type ConnectedClient, type ConnectOptions } from './web-sockets/client';
export type { ConnectionState } from './web-sockets/connections';
