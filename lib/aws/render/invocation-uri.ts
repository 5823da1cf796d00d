import { functionReferences, stableId, serviceCall, type GatewaySpec, type ServiceTarget } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';
import { sharedText } from './shared-text';

const STAGE_VARIABLE = /\$\{stageVariables\.(\w+)\}/g;
const BUFFERED = { version: '2015-03-31', action: 'invocations' };
const STREAMED = { version: '2021-11-15', action: 'response-streaming-invocations' };

/** How a function's response is returned. */
export type TransferMode = 'BUFFERED' | 'STREAM';

/**
 * The URI with which API Gateway invokes a function of the spec.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export function invocationUri(reference: string, context: RenderContext, mode: TransferMode = 'BUFFERED'): string {
  const known = URIS.get(context) ?? new Map<string, string>();
  const uri = known.get(`${mode} ${reference}`) ?? makeUri(reference, context, mode);
  URIS.set(context, known.set(`${mode} ${reference}`, uri));
  return uri;
}

/** Many methods share a function, so its URI is built once. */
const URIS = new WeakMap<RenderContext, Map<string, string>>();

function makeUri(reference: string, context: RenderContext, mode: TransferMode): string {
  const { version, action } = mode === 'STREAM' ? STREAMED : BUFFERED;
  return sharedText(awsCdk().Stack.of(context.api).formatArn({
    service: 'apigateway',
    account: 'lambda',
    resource: 'path',
    resourceName: `${version}/functions/${functionArn(reference, context)}/${action}`,
  }));
}

/** The address of an authorizer's function, as RestApi writes it: with partition and region of the function. */
export function authorizerUri(reference: string, context: RenderContext): string {
  const { Fn } = awsCdk();
  const arn = functionArn(reference, context);
  const partOf = (index: number): string => Fn.select(index, Fn.split(':', arn));
  return `arn:${partOf(1)}:apigateway:${partOf(3)}:lambda:path/2015-03-31/functions/${arn}/invocations`;
}

/** The ARN of a function, or of the one that a stage variable names. */
export function functionArn(reference: string, { api, functionOf }: Pick<RenderContext, 'api' | 'functionOf'>): string {
  const target = functionOf(reference);
  if (target !== undefined) return target.functionArn;
  const { ArnFormat, Stack } = awsCdk();
  const resourceName = reference.includes('${') ? `\${stageVariables.${functionVariable(reference)}}` : reference;
  return Stack.of(api).formatArn({ service: 'lambda', resource: 'function', resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
}

/** The functions that a reference resolves to: one, or one on each stage. */
export function namesMeant(reference: string, { stages }: GatewaySpec): string[] {
  if (!reference.includes('${')) return [reference];
  return [...new Set(Object.values(stages).map(({ variables }) => nameOnStage(reference, variables)))];
}

/**
 * Functions have different names on AWS than in the spec, so a reference by stage variables gets its own variable. The declared
 * variables keep their values, which functions see.
 */
export function functionVariables(stageName: string, { spec, functionOf }: Pick<RenderContext, 'spec' | 'functionOf'>): Record<string, string> {
  const { variables = {} } = spec.stages[stageName] ?? {};
  return Object.fromEntries(functionReferences(spec).filter((reference) => reference.includes('${')).map((reference) => {
    const name = nameOnStage(reference, variables);
    return [functionVariable(reference), functionOf(name)?.functionName ?? name];
  }));
}

function nameOnStage(reference: string, variables: Readonly<Record<string, string>>): string {
  return reference.replace(STAGE_VARIABLE, (_, name: string) => variables[name] ?? '');
}

function functionVariable(reference: string): string {
  return `synthgateFunction_${stableId(reference)}`;
}

/** The URI with which API Gateway calls a service, in the partition of the stack and, unless it has its own, its region. */
export function serviceIntegrationUri(target: ServiceTarget, { api }: Pick<RenderContext, 'api'>): string {
  const { service, subdomain, region } = target;
  const { ArnFormat, Stack } = awsCdk();
  const [resource = '', ...name] = serviceCall(target).split('/');
  return Stack.of(api).formatArn({
    service: 'apigateway',
    account: subdomain === undefined ? service : `${subdomain}.${service}`,
    resource,
    resourceName: name.join('/'),
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    ...(region === undefined ? {} : { region }),
  });
}
