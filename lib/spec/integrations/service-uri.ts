import { parse, stringify } from 'node:querystring';

/** A parameter of an action, decoded. */
export interface ActionParameter {
  readonly name: string;
  readonly value: string;
}

/** The target of a service integration: an action by its name, or an HTTP request by its path. */
export interface ServiceTarget {
  readonly service: string;
  readonly subdomain?: string | undefined;
  /** Undefined for the region of the API. */
  readonly region?: string | undefined;
  readonly action?: string | undefined;
  readonly actionParameters: readonly ActionParameter[];
  readonly path?: string | undefined;
}

/** The account that an API is deployed to. */
export interface ServiceUriAccount {
  readonly partition: string;
  readonly region: string;
}

/** Any text without a colon; whatever is between `${` and `}` is part of it. */
const PART = String.raw`(?:\$\{[^}]*\}|[^:])`;
const URI = new RegExp(`^arn:(${PART}+):apigateway:(${PART}*):(${PART}+):(action|path)/(.*)$`, 's');

/** The path by which functions are called. */
const FUNCTION_CALL = /^[\d-]+\/functions\/.+\/(response-streaming-)?invocations$/s;

/** The region of the API itself: as CloudFormation's pseudo parameter, or as the token that stands for it in a spec. */
const OWN_REGION = /^(\$\{(token:)?AWS::Region\})?$/;

/**
 * The `uri` of an integration with a service.
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_Integration.html (uri)
 * @example
 * serviceUri({ service: 'sqs', path: '123456789012/Orders', actionParameters: [] }, { partition: 'aws', region: 'eu-west-1' })
 * // arn:aws:apigateway:eu-west-1:sqs:path/123456789012/Orders
 */
export function serviceUri(target: ServiceTarget, account: ServiceUriAccount): string {
  const { service, subdomain, region = account.region } = target;
  const host = subdomain === undefined ? service : `${subdomain}.${service}`;
  return `arn:${account.partition}:apigateway:${region}:${host}:${serviceCall(target)}`;
}

/** The last part of the uri: `action/SendMessage&QueueUrl=…` or `path/…`. */
export function serviceCall({ action, actionParameters, path }: ServiceTarget): string {
  if (action === undefined) return `path/${path ?? ''}`;
  return `action/${[action, ...actionParameters.map(parameterText)].join('&')}`;
}

/**
 * Reads the `uri` of an integration; undefined if it is not one of a service, or if it calls a function.
 * `serviceUri` writes the same text again, whatever was read.
 */
export function readServiceUri(uri: string): (ServiceTarget & ServiceUriAccount) | undefined {
  const [whole, partition = '', region = '', host = '', form, call = ''] = URI.exec(uri) ?? [];
  if (whole === undefined || (host === 'lambda' && FUNCTION_CALL.test(call))) return undefined;
  const target = { partition, region, ...readHost(host) };
  return form === 'path' ? { ...target, path: call, actionParameters: [] } : { ...target, ...readAction(call) };
}

/** The region as a spec has it: undefined where it is the API's own. */
export function ownRegion(region: string): string | undefined {
  return OWN_REGION.test(region) ? undefined : region;
}

/** `runtime.sagemaker`: the service is the last label; dots of tokens are not counted. */
function readHost(host: string): Pick<ServiceTarget, 'service' | 'subdomain'> {
  const [, subdomain, service] = /^(.*)\.((?:\$\{[^}]*\}|[^.}])+)$/s.exec(host) ?? [];
  return service === undefined || service === '' ? { service: host } : { subdomain, service };
}

/** Parameters that would be written otherwise than they were read stay part of the action. */
function readAction(call: string): Pick<ServiceTarget, 'action' | 'actionParameters'> {
  const [action = '', ...parameters] = call.split('&');
  const read = parameters.map(readParameter);
  const known = read.filter((parameter) => parameter !== undefined);
  return known.length === read.length ? { action, actionParameters: known } : { action: call, actionParameters: [] };
}

function readParameter(text: string): ActionParameter | undefined {
  const [[name = '', value] = []] = Object.entries(parse(text));
  if (typeof value !== 'string') return undefined;
  const parameter = { name, value };
  return parameterText(parameter) === text ? parameter : undefined;
}

/** Parameters as aws-cdk-lib writes them; placeholders that must not be encoded belong in the text of the action. */
function parameterText({ name, value }: ActionParameter): string {
  return stringify({ [name]: value });
}
