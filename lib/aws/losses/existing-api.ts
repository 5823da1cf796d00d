import { issue, loss, type Issue } from '../../errors';
import type { GatewaySpec } from '../../spec';
import { TemplateFormat, type AwsTargetOptions } from '../constructs/api-options';
import { restApiProperties } from '../render/rest-api';

/** The settings of the API itself, by CloudFormation's names. */
const SETTING_NAMES = {
  description: 'description',
  endpointConfiguration: 'endpointType',
  apiKeySourceType: 'apiKeySourceType',
  binaryMediaTypes: 'binaryMediaTypes',
  minimumCompressionSize: 'minCompressionSize',
} as const;

/** An existing API gets resources only. Without the policy, AWS would admit callers that the local gateway refuses. */
export function existingApiRefusals({ api }: GatewaySpec, { existingApi }: AwsTargetOptions): Issue[] {
  return existingApi !== undefined && api.policy !== undefined ? [issue('AWS_EXISTING_API_POLICY', api.name)] : [];
}

/** Other declared settings of the API itself, by name. */
export function existingApiLosses(spec: GatewaySpec, options: AwsTargetOptions): Issue[] {
  if (options.existingApi === undefined) return [];
  const properties = restApiProperties(spec);
  // typed by the table
  const members = (Object.keys(SETTING_NAMES) as (keyof typeof SETTING_NAMES)[]).filter((name) => properties[name] !== undefined);
  const lost = [
    ...members.map((name) => SETTING_NAMES[name]),
    ...(options.disableExecuteApiEndpoint === undefined ? [] : ['disableExecuteApiEndpoint']),
    ...(options.vpcEndpoints === undefined ? [] : ['vpcEndpoints']),
    ...(options.templateFormat === TemplateFormat.OPENAPI_BODY ? ['templateFormat'] : []),
  ];
  return lost.map((setting) => loss('AWS_EXISTING_API_SETTING', spec.api.name, { setting }));
}
