import { issue, warning, type Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { describeIntegration } from '../integrations';
import { readJavaPattern } from '../java-pattern';
import { durationText, LIMITS } from '../limits';
import type { IntegrationResponseSpec } from '../mapping';
import type { MethodSpec } from '../method';
import { describeProtocol } from '../protocols';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** Time limits, selection patterns and declared responses of integrations. */
export const integrationsRule: Rule = (spec) =>
  methodsOf(spec).flatMap(({ location, method }) => [
    ...checkTimeout(location, method, spec),
    ...checkSources(location, method),
    ...describeIntegration(method.integration).parameterProblems().map((reason) => issue('SUBTYPE_PARAMETER_INVALID', location, { reason })),
    ...checkResponses({ location, method, spec }, describeIntegration(method.integration).responses ?? []),
  ]);

function checkTimeout(location: string, { integration }: MethodSpec, spec: GatewaySpec): Issue[] {
  const { timeoutMs, isStream } = describeIntegration(integration);
  // a stream may take 15 minutes with any endpoint type
  const { min = 0, max } = isStream ? LIMITS.streamTimeoutMs : describeProtocol(spec).integrationTimeoutMs(spec.api.endpointType);
  if (timeoutMs === undefined || timeoutMs <= max) return [];
  return [issue('INTEGRATION_TIMEOUT_INVALID', location, { given: durationText(timeoutMs), min: durationText(min), max: durationText(max) })];
}

/**
 * Mapped request parameters must be declared, single- or multi-valued; the body need not. They work
 * undeclared, but AWS rejects the deployment. Constructs declare them automatically.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping.html
 */
function checkSources(location: string, { integration, requestParameters }: MethodSpec): Issue[] {
  return Object.entries(describeIntegration(integration).requestParameters)
    .filter(([, source]) => /^method\.request\.(?!body)/.test(source))
    .filter(([, source]) => ![source, source.replace('.multivalue', '.')].some((name) => Object.hasOwn(requestParameters, name)))
    .map(([target, source]) => warning('REQUEST_PARAMETER_UNDECLARED', location, { target, source }));
}

interface CheckedMethod {
  readonly location: string;
  readonly method: MethodSpec;
  readonly spec: GatewaySpec;
}

function checkResponses({ location, method, spec }: CheckedMethod, responses: readonly IntegrationResponseSpec[]): Issue[] {
  if (!describeProtocol(spec).declaresResponses) return responses.flatMap((response) => checkPattern(location, response));
  const issues: Issue[] = [];
  const statuses = new Set<string>();
  for (const response of responses) {
    if (statuses.has(response.statusCode)) issues.push(issue('INTEGRATION_RESPONSE_REPEATED', location, { status: response.statusCode }));
    statuses.add(response.statusCode);
    issues.push(...checkPattern(location, response), ...checkDeclared(location, method, response));
  }
  return issues;
}

function checkPattern(location: string, { selectionPattern, statusCode }: IntegrationResponseSpec): Issue[] {
  if (selectionPattern === undefined) return [];
  try {
    readJavaPattern(selectionPattern);
    return [];
  } catch (cause) {
    return [issue('SELECTION_PATTERN_INVALID', location, { status: statusCode, pattern: selectionPattern, reason: cause instanceof Error ? cause.message : String(cause) })];
  }
}

function checkDeclared(location: string, { methodResponses }: MethodSpec, response: IntegrationResponseSpec): Issue[] {
  const declared = methodResponses[response.statusCode];
  if (declared === undefined) return [warning('METHOD_RESPONSE_MISSING', location, { status: response.statusCode })];
  return Object.keys(response.responseParameters)
    .filter((target) => !Object.hasOwn(declared.responseParameters, target))
    .map((target) => issue('RESPONSE_PARAMETER_UNDECLARED', location, { status: response.statusCode, target }));
}
