import { loss } from '../../errors';
import { DEFAULT_ROUTE_PATH, DEFAULT_STAGE, describeAuthorization, SPEC_FORMAT, stableId } from '../../spec';
import { textOf } from '../value';
import type { ApiSource, DeclaredApi } from './api/api-source';
import { present, specId, type MethodInput } from './api/draft';
import { httpCorsOf, PropertyReader } from '../../openapi';

export const FUNCTION_URL = 'AWS::Lambda::Url';

const AUTH_TYPES = ['NONE', 'AWS_IAM'] as const;
const MODES = ['BUFFERED', 'RESPONSE_STREAM'] as const;

/**
 * The spec of an `AWS::Lambda::Url`: an API of its own, whose `$default` route calls the function.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-lambda-url.html
 */
export function specOfFunctionUrl(source: ApiSource): DeclaredApi {
  const { api, id, name, report } = source;
  const declared = api.stack.properties(api);
  const { cors, problems } = httpCorsOf({ CorsConfiguration: declared.Cors });
  for (const { name: what, reason } of problems) report(api, loss('IMPORT_PART_REFUSED', api.logicalId, { what: what.replace('CorsConfiguration', 'Cors'), reason }));
  const { method, reason } = methodOf(source, new PropertyReader(declared));
  if (reason !== undefined) report(api, loss('IMPORT_METHOD_UNAVAILABLE', `ANY ${DEFAULT_ROUTE_PATH}`, { method: 'ANY', path: DEFAULT_ROUTE_PATH, reason }));
  return {
    spec: {
      format: SPEC_FORMAT, protocol: 'function-url', api: { id: specId(id), name, ...present({ cors }) },
      resources: { [DEFAULT_ROUTE_PATH]: { id: stableId(DEFAULT_ROUTE_PATH), methods: { ANY: method } } }, stages: { [DEFAULT_STAGE]: {} },
    },
    lost: [],
  };
}

interface UrlMethod {
  readonly method: MethodInput;
  /** Why the function cannot be called. */
  readonly reason?: string;
}

/** The route to the function; one whose function or authorization is not known answers 501. */
function methodOf({ api, functions }: ApiSource, reader: PropertyReader): UrlMethod {
  reader.require('TargetFunctionArn');
  const target = reader.text('TargetFunctionArn') ?? '';
  const called = functions.functionOf(target.includes(':function:') ? target : `arn:aws:lambda:local:local:function:${target}`);
  const type = reader.oneOf('AuthType', AUTH_TYPES);
  const isStream = reader.oneOf('InvokeMode', MODES) === 'RESPONSE_STREAM';
  const missing = type === undefined && reader.reasons.length === 0 ? ['AuthType: it is missing'] : [];
  const problems = [api.doubt ?? [], 'reason' in called ? called.reason : [], reader.reasons, missing].flat();
  if (type === undefined || 'reason' in called || problems.length > 0) {
    const reason = problems.join('; ');
    const isOpen = type === undefined || describeAuthorization({ type }).isOpen;
    const declared = { ...(isOpen ? {} : { authorizationType: type }), ...('part' in called ? { function: functions.logicalIdOf(called.part) } : {}) };
    return { method: { integration: { type: 'unavailable', awsType: 'AWS_PROXY', target: textOf(target) || api.logicalId, reason, declared } }, reason };
  }
  return { method: {
    authorization: { type },
    integration: { type: 'proxy', function: called.part, ...(isStream ? { responseTransferMode: 'STREAM' } : {}) },
  } };
}
