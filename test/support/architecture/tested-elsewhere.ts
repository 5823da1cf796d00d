import type { TestedElsewhere } from './layout';

/** Sources that are run by a test of another name, because they have no behavior of their own beside what that test sees. */
export const TESTED_ELSEWHERE: TestedElsewhere = {
  // what the page shows and does is seen in a browser
  'dashboard/view/': 'browser/dashboard.test.ts',
  'dashboard/state/': 'browser/dashboard.test.ts',
  'dashboard/api/': 'browser/dashboard.test.ts',
  // objects of Kubernetes are seen as they are rendered
  'kubernetes/': 'kubernetes/render.test.ts',
  'cli/kubernetes-flags.ts': 'cli/commands/k8s.test.ts',
  // metrics are seen as they are written
  'runtime/metrics/function-meters.ts': 'runtime/hosting/gateway-metrics.test.ts',
  'runtime/metrics/reasons.ts': 'runtime/metrics/request-meters.test.ts',
  'runtime/metrics/series.ts': 'runtime/metrics/write-text.test.ts',
  // which members belong to which kind of API shows in a rule
  'spec/integrations/description.ts': 'spec/rules/protocol.test.ts',
  // limits that gateways share are tested with a real store
  'runtime/shared-limits/claim.ts': 'runtime/shared-limits/shared-throttling.test.ts',
  'runtime/shared-limits/gateways.ts': 'runtime/shared-limits/shared-throttling.test.ts',
  'runtime/shared-limits/quota-journal.ts': 'runtime/shared-limits/shared-throttling.test.ts',
  'runtime/shared-limits/scripts.ts': 'runtime/shared-limits/shared-throttling.test.ts',
  'runtime/shared-limits/shared-quotas.ts': 'runtime/shared-limits/shared-throttling.test.ts',
  'runtime/shared-limits/ioredis-client.ts': 'runtime/shared-limits/open-shared-limits.test.ts',
  // HTTP APIs are tested over HTTP
  'runtime/authorizers/http-jwt.ts': 'contracts/http-api/authorizers.test.ts',
  'runtime/integrations/http-api-backend.ts': 'contracts/http-api/backend.test.ts',
  'runtime/mapping/http-mappings.ts': 'contracts/http-api/backend.test.ts',
  'runtime/lambda-format/http-event.ts': 'contracts/http-api/events.test.ts',
  'runtime/integrations/function-format.ts': 'contracts/http-api/results.test.ts',
  'runtime/lambda-format/http-result.ts': 'contracts/http-api/results.test.ts',
  'runtime/pipeline/steps/http-cors.ts': 'contracts/http-api/cors.test.ts',
  // WebSocket APIs are tested by clients
  'runtime/hosting/connection-trust.ts': 'contracts/web-socket-api/connections.test.ts',
  'runtime/hosting/request-handler.ts': 'contracts/web-socket-api/connections.test.ts',
  'runtime/integrations/template-choice.ts': 'contracts/web-socket-api/integrations.test.ts',
  'runtime/lambda-format/web-socket-event.ts': 'contracts/web-socket-api/routes.test.ts',
  'runtime/server/web-socket-upgrades.ts': 'contracts/web-socket-api/routes.test.ts',
  'runtime/web-sockets/connection-requests.ts': 'contracts/web-socket-api/connections.test.ts',
  'runtime/web-sockets/connections.ts': 'contracts/web-socket-api/connections.test.ts',
  'runtime/web-sockets/session.ts': 'contracts/web-socket-api/routes.test.ts',
  'diff/rules/web-sockets.ts': 'diff/diff-specs.test.ts',
  // how an API becomes a template shows in the template only
  'aws/constructs/declared-props.ts': 'aws/constructs/proxy-function.test.ts',
  'aws/constructs/deployed-function.ts': 'aws/constructs/existing-function.test.ts',
  // what all kinds of APIs do shows in each
  'constructs/api-base.ts': 'constructs/api.test.ts',
  'constructs/http-api/http-cors.ts': 'constructs/http-api/http-api.test.ts',
  'constructs/http-api/http-route.ts': 'constructs/http-api/http-api.test.ts',
  'constructs/http-api/integrations/route-integration.ts': 'constructs/http-api/integrations/lambda.test.ts',
  'constructs/routes/bound-authorizer.ts': 'constructs/http-api/authorizers/lambda.test.ts',
  'constructs/web-socket-api/integrations/route-integration.ts': 'constructs/web-socket-api/integrations/aws.test.ts',
  'constructs/web-socket-api/web-socket-route.ts': 'constructs/web-socket-api/web-socket-api.test.ts',
  // what is wrong with props shows in the construct that takes them
  'constructs/function-issues.ts': 'constructs/proxy-function.test.ts',
  'aws/constructs/scopes.ts': 'aws/constructs/api.test.ts',
  'aws/render/': 'golden',
  'aws/constructs/route-api-renderer.ts': 'aws/constructs/http-api.test.ts',
  'codegen/route-authorizers.ts': 'codegen/http-api.test.ts',
  'codegen/web-socket-integrations.ts': 'codegen/web-socket-api.test.ts',
  'codegen/http-integrations.ts': 'codegen/http-api.test.ts',
  'openapi/http-api/': 'openapi/http-api/document.test.ts',
  'openapi/api-gateway/values.ts': 'openapi/api-gateway/document.test.ts',
  'openapi/operation-ids.ts': 'openapi/openapi.test.ts',
  'openapi/import/': 'openapi/import/import-document.test.ts',
  'openapi/schema/': 'openapi/schema/component-schemas.test.ts',
  // who calls shows in what is copied of the request
  'runtime/hosting/dashboard/sign-in.ts': 'runtime/management/dashboard/copy/test-identity.test.ts',
  // what is common to the searches for interpreters
  'sources/container-engine.ts': 'sources/image-code.test.ts',
  'runtime/functions/runtimes/image/containers.ts': 'runtime/functions/runtimes/image/image.test.ts',
  'runtime/functions/runtimes/search.ts': 'runtime/functions/runtimes/ruby/find-ruby.test.ts',
  // where a command's assembly comes from shows in the command
  'cli/assembly-source.ts': 'cli/commands',
  // options are declared here and read by each command
  'cli/options.ts': 'cli/commands',
  // what serve, dev and exec share
  'cli/gateway-command.ts': 'cli/commands',
  // read with the real clients of the AWS SDK
  'cli/from-stack/aws-calls.ts': 'cli/from-stack/bind-stacks.test.ts',
  'cli/from-stack/read-stack.ts': 'cli/from-stack/bind-stacks.test.ts',
  // what a template becomes shows in the project that is made
  'cli/init/': 'cli/commands/init.test.ts',
  // what a script completes shows in the shell
  'cli/completion/': 'cli/commands/completion.test.ts',
  // what a tool answers shows to its client
  'cli/mcp/': 'cli/commands/mcp.test.ts',
  // what is checked shows in the lines that the command prints
  'cli/doctor/': 'cli/commands/doctor.test.ts',
  // how an app is observed shows in what its edits do
  'cli/observer/': 'cli/dev/app-runner.test.ts',
  'cli/dev/observed/': 'cli/dev/app-runner.test.ts',
  // a server that follows edits is tested by edits
  'cli/commands/rollback.ts': 'cli/commands/deploy.test.ts',
  'cli/dev/dev-gateway.ts': 'cli/commands/dev.test.ts',
  'cli/dev/dev-server.ts': 'cli/commands/dev.test.ts',
  'cli/dev/type-check.ts': 'cli/commands/dev.test.ts',
  // what a connection is, and how it is encrypted, shows in its answers
  'runtime/server/http2-exchange.ts': 'runtime/server/http2-connections.test.ts',
  'runtime/server/secure-connections.ts': 'runtime/server/http2-connections.test.ts',
  'runtime/certificates/certificate.ts': 'runtime/certificates/local-authority.test.ts',
  // ports, and what is behind them
  'runtime/functions/inspector/': 'runtime/functions/inspector/inspectors.test.ts',
  // what becomes of a template shows in the spec that it becomes
  'importers/template/intrinsics/': 'importers/template/evaluate.test.ts',
  'importers/template/api/': 'importers/template/import-template.test.ts',
  'importers/serverless/names.ts': 'importers/serverless/translate.test.ts',
  'importers/template/http-api/': 'importers/template/http-api/http-api.test.ts',
  'importers/template/web-socket-api/': 'importers/template/web-socket-api/web-socket-api.test.ts',
  'importers/serverless/request.ts': 'importers/serverless/translate.test.ts',
  'importers/fit-spec.ts': 'importers/template/import-template.test.ts',
  'importers/template/physical-values.ts': 'importers/template/stack.test.ts',
  'importers/template/local-values.ts': 'importers/template/stack.test.ts',
  'importers/cdk/token-values.ts': 'sources/cdk-apis.test.ts',
  'runtime/hosting/option-kinds.ts': 'runtime/hosting/serve-options.test.ts',
  'runtime/hosting/missing-token-values.ts': 'cli/token-values-file.test.ts',
  'importers/template/stacks.ts': 'importers/cdk/cloud-assembly.test.ts',
  'importers/template/assets.ts': 'importers/cdk/cloud-assembly.test.ts',
  // what is written shows in what the program declares
  'codegen/': 'oracle/programs.test.ts',
  // how an entry is bundled shows in the bundle
  'synth/bundle-entry.ts': 'synth/bundle-function.test.ts',
  // a template is translated as a whole: what a part of it becomes, or is refused for, shows in the result
  'importers/serverless/authorizers.ts': 'importers/serverless/translate.test.ts',
  'importers/serverless/cors.ts': 'importers/serverless/translate.test.ts',
  'importers/serverless/integration.ts': 'importers/serverless/translate.test.ts',
  'importers/sam/api/': 'importers/sam/translate.test.ts',
  'importers/sam/events/': 'importers/sam/refuse.test.ts',
  'importers/sam/resources/': 'importers/sam/refuse.test.ts',
  'importers/sam/swagger/': 'importers/sam/translate.test.ts',
  'importers/sam/globals.ts': 'importers/sam/translate.test.ts',
  'importers/sam/implicit-api.ts': 'importers/sam/translate.test.ts',
  'importers/sam/translation.ts': 'importers/sam/translate.test.ts',
  'importers/sam/value.ts': 'importers/sam/refuse.test.ts',
  // all kinds share one contract suite
  'constructs/authorizers/': 'constructs/authorizers/index.test.ts',
  'constructs/integrations/': 'constructs/integrations/index.test.ts',
  'constructs/imported/': 'constructs/imported/declare-spec.test.ts',
  'constructs/access-log.ts': 'runtime/access-log/access-log.test.ts',
  'constructs/api-interface.ts': 'constructs/api.test.ts',
  'constructs/api-registry.ts': 'constructs/collected-api.test.ts',
  'constructs/api-key.ts': 'constructs/usage-plan.test.ts',
  'constructs/method-options.ts': 'constructs/method.test.ts',
  // what is wrong with props shows in messages
  'props/accepts.ts': 'props/structs.test.ts',
  'props/describe.ts': 'props/check.test.ts',
  'props/located-issues.ts': 'props/check.test.ts',
  'props/read-props.ts': 'props/check.test.ts',
  // a grammar is tested as a whole
  'spec/java-pattern/': 'spec/java-pattern/index.test.ts',
  'runtime/mapping/json-path/': 'runtime/mapping/json-path/json-path.test.ts',
  'runtime/mapping/velocity/': 'runtime/mapping/template.test.ts',
  // a schema with its reader is tested by what reads it
  'spec/policy.ts': 'runtime/authorizers/policy.test.ts',
  'spec/response-cache.ts': 'runtime/pipeline/steps/cache.test.ts',
  // the dashboard is seen through its API
  'runtime/hosting/dashboard/limits.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/hosting/dashboard/state.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/inspection/build-record.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/inspection/create-inspection.ts': 'runtime/inspection/request-records.test.ts',
  'runtime/inspection/dashboard.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/inspection/request-trace.ts': 'runtime/inspection/request-records.test.ts',
  'runtime/inspection/step-rows.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/management/dashboard/answer-call.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/management/dashboard/gateway-operations.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/management/dashboard/request-operations.ts': 'runtime/hosting/dashboard/open-dashboard.test.ts',
  'runtime/hosting/server-handle.ts': 'runtime/hosting/start.test.ts',
  'runtime/authorizers/authorization.ts': 'runtime/pipeline/steps/authorize.test.ts',
  'runtime/authorizers/call-function.ts': 'runtime/authorizers/request.test.ts',
  'runtime/authorizers/conditions.ts': 'runtime/authorizers/policy.test.ts',
  'runtime/authorizers/jwt.ts': 'contracts/jwt-on-aws.test.ts',
  'runtime/hosting/issue-token.ts': 'cli/commands/token.test.ts',
  'runtime/authorizers/jwt-function.ts': 'contracts/jwt-on-aws.test.ts',
  'runtime/execution-log/method-log.ts': 'runtime/execution-log/execution-log.test.ts',
  'runtime/gateway-responses/variables.ts': 'runtime/gateway-responses/compile.test.ts',
  'runtime/integrations/mapped-response.ts': 'runtime/integrations/mapped.test.ts',
  'runtime/lambda-format/request-context.ts': 'runtime/lambda-format/event.test.ts',
  'runtime/server/read-request.ts': 'runtime/server/http-server.test.ts',
  'runtime/server/write-reply.ts': 'runtime/server/write-stream.test.ts',
  'runtime/state/durable.ts': 'runtime/state/deployment-store.test.ts',
  'runtime/state/state-files.ts': 'runtime/state/record-directory.test.ts',
  'runtime/state/stage-records.ts': 'runtime/state/deploy.test.ts',
  'runtime/functions/process/call-answers.ts': 'runtime/functions/process/instance.test.ts',
  'runtime/functions/process/instance-limits.ts': 'runtime/functions/process/instance.test.ts',
  'runtime/functions/process/frame-wire.ts': 'runtime/functions/process/call-socket.test.ts',
  'runtime/functions/process/call-sender.ts': 'runtime/functions/process/call-socket.test.ts',
  'runtime/http/request.ts': 'runtime/pipeline/progress.test.ts',
  // what runs in another process is tested from the process that starts it
  'runtime/functions/host/': 'runtime/functions/host.test.ts',
  'runtime/functions/threads/': 'runtime/functions/engine.test.ts',
  'runtime/functions/process/exit-reason.ts': 'runtime/functions/process/instance.test.ts',
  'runtime/functions/process/instance-output.ts': 'runtime/functions/process/instance.test.ts',
  'runtime/functions/process/launch.ts': 'runtime/functions/pool/instance-starter.test.ts',
  'runtime/functions/pool/unassigned-process.ts': 'runtime/functions/pool/prewarmed-processes.test.ts',
  'runtime/functions/index.ts': 'runtime/functions/engine.test.ts',
  'runtime/functions/options.ts': 'runtime/functions/engine.test.ts',
  'runtime/hosting/sandbox-worker/': 'runtime/sandbox/sandbox-workers.test.ts',
  'runtime/hosting/workers/rpc-server.ts': 'runtime/hosting/workers/workers.test.ts',
  'runtime/hosting/workers/worker-listeners.ts': 'runtime/hosting/workers/workers.test.ts',
  // one question, asked of its parts together; test/contracts/schema-laws.test.ts asks it of any schemas
  'schema-containment/': 'schema-containment/compare-schemas.test.ts',
  // an example of every rule, there and back; test/contracts/diff-members.test.ts changes every member of a definition
  'diff/rules/': 'diff/diff-specs.test.ts',
  'diff/bodies.ts': 'diff/diff-specs.test.ts',
  'diff/sides.ts': 'diff/diff-specs.test.ts',
  'diff/route-matching.ts': 'contracts/diff-routes.test.ts',
  // sides, acceptances and reports, as the command makes them
  'cli/event-types/': 'cli/event-types/event-types.test.ts',
  'cli/commands/docs.ts': 'cli/reference/reference-page.test.ts',
  'cli/diagram/': 'cli/diagram/graph.test.ts',
  'cli/diff/': 'cli/commands/diff.test.ts',
  // parts of one function each
  'contract/check-definition.ts': 'contract/contract.test.ts',
  'contract/declare/method-parts.ts': 'contract/declare/add-contract.test.ts',
  'contract/handler/read-event.ts': 'contract/handler/handle.test.ts',
  'contract/verify/arbitrary.ts': 'contract/verify/verify-contracts.test.ts',
  'contract/verify/requests.ts': 'contract/verify/verify-contracts.test.ts',
  // one way to compare, to record and to serve for all assertions and gateways of tests
  'testing/assertions/matcher.ts': 'testing/assertions/match.test.ts',
  'testing/gateway/': 'testing/gateway/create-test-gateway.test.ts',
  'testing/snapshots/match-snapshot.ts': 'testing/snapshots/gateway-matchers.test.ts',
};
