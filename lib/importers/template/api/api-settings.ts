import { loss } from '../../../errors';
import { resourcePolicySchema, tokensIn, withStatementList, type GatewaySpecInput } from '../../../spec';
import { isMembers, jsonIn } from '../../value';
import type { ApiSource } from './api-source';
import { present, specId } from './draft';
import { isUnknownMembers, PropertyReader } from '../../../openapi';

/** The settings of an `AWS::ApiGateway::RestApi` for the API as a whole. */
export interface ApiSettings {
  readonly api: GatewaySpecInput['api'];
  /** Why no method may be called. */
  readonly closed?: string;
}

const ENDPOINT_TYPES = ['EDGE', 'REGIONAL', 'PRIVATE'] as const;
const KEY_SOURCES = ['HEADER', 'AUTHORIZER'] as const;

export function apiSettings({ api, id, name, report }: ApiSource): ApiSettings {
  const properties = new PropertyReader(api.stack.properties(api));
  const policy = policyOf(api.stack.properties(api).Policy, id);
  const settings = {
    id: specId(id), name, jsonBodyValidation: 'aws' as const,
    ...present({
      description: properties.text('Description'), endpointType: endpointType(properties),
      minimumCompressionSize: properties.number('MinimumCompressionSize'), apiKeySource: properties.oneOf('ApiKeySourceType', KEY_SOURCES),
      policy: policy.policy,
    }),
    binaryMediaTypes: properties.list('BinaryMediaTypes').map((type) => type.replaceAll('~1', '/')),
  };
  for (const { name: what, reason } of properties.problems) report(api, loss('IMPORT_PART_REFUSED', api.logicalId, { what, reason }));
  const unknown = properties.names.find(isUnknownMembers);
  const closed = api.doubt ?? (unknown === undefined ? policy.closed : `what ${unknown} adds to the API is not known here`);
  return { api: settings, ...present({ closed }) };
}

/** Returns the endpoint type in the API's configuration, or in the parameters of its import. An API has only one. */
function endpointType(properties: PropertyReader): GatewaySpecInput['api']['endpointType'] {
  const [configured] = properties.member('EndpointConfiguration').words('Types', ENDPOINT_TYPES);
  const [imported] = properties.member('Parameters').words('endpointConfigurationTypes', ENDPOINT_TYPES);
  return configured ?? imported;
}

interface Policy {
  readonly policy?: GatewaySpecInput['api']['policy'];
  readonly closed?: string;
}

/** A policy that cannot be evaluated here lets nobody in: it may deny anything. */
function policyOf(policy: unknown, id: string): Policy {
  if (policy === null) return { closed: 'the resource policy is null, which CloudFormation refuses' };
  const document = jsonIn(policy);
  if (document === undefined || (isMembers(document) && Object.keys(document).length === 0)) return {};
  const text = JSON.stringify(document).replace(new RegExp(`arn:[a-z-]+:execute-api:[^:"]*:[^:"]*:${id}/`, 'g'), 'execute-api:/');
  const unknown = tokensIn(text);
  if (unknown.length > 0) return { closed: `the resource policy depends on ${unknown.join(', ')}, which is known only after deployment` };
  const read = resourcePolicySchema.safeParse(withStatementList(JSON.parse(text)));
  if (read.success) return { policy: read.data };
  return { closed: `the resource policy cannot be evaluated: ${read.error.issues.map((problem) => `${problem.path.join('.')}: ${problem.message}`).join('; ')}` };
}
