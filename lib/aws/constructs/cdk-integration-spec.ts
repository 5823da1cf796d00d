import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { IProxyFunction, Method } from '../../constructs';
import { readServiceUri, type GatewaySpecInput } from '../../spec';
import { awsCdk } from '../aws-cdk';

export type IntegrationInput = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>['integration'];

/** An integration that is bound to a method. */
export interface Bound {
  readonly config: apigateway.IntegrationConfig;
  readonly method: Method;
  /** The function that it calls, if it calls one. */
  readonly fn: IProxyFunction | undefined;
  readonly timeoutMs: number | undefined;
}

/** What an integration of aws-cdk-lib is in the spec; undefined if nothing here can call its backend. */
export function integrationSpec(bound: Bound): IntegrationInput | undefined {
  const { config: { type, uri = '', integrationHttpMethod: httpMethod, options = {} }, fn, timeoutMs } = bound;
  const credentials = credentialsOf(bound);
  const caching = { cacheKeyParameters: options.cacheKeyParameters, cacheNamespace: options.cacheNamespace };
  const passing = { credentials, timeoutMs, responseTransferMode: literal(options.responseTransferMode), ...caching };
  const mapping = { ...mappingOf(options), ...caching };
  switch (type.valueOf()) {
    case 'MOCK': return { type: 'mock', ...mapping };
    case 'HTTP': return { type: 'http', uri: producedText(uri, bound.method), httpMethod, credentials, timeoutMs, ...mapping };
    case 'HTTP_PROXY': return { type: 'http-proxy', uri: producedText(uri, bound.method), httpMethod, requestParameters: options.requestParameters, ...passing };
    case 'AWS_PROXY': return fn && { type: 'proxy', function: nameOf(fn), requestParameters: options.requestParameters, ...passing };
    default: return fn === undefined ? service(bound, { credentials, timeoutMs, ...mapping }) : { type: 'mapped', function: nameOf(fn), credentials, timeoutMs, ...mapping };
  }
}

function nameOf({ _specName, functionName }: IProxyFunction): string {
  return _specName ?? functionName;
}

function mappingOf(options: apigateway.IntegrationOptions) {
  return {
    requestParameters: options.requestParameters,
    requestTemplates: options.requestTemplates,
    passthroughBehavior: literal(options.passthroughBehavior),
    contentHandling: literal(options.contentHandling),
    responses: (options.integrationResponses ?? []).map((one) => ({ ...one, contentHandling: literal(one.contentHandling) })),
  };
}

type ServiceMembers = ReturnType<typeof mappingOf> & Pick<Bound, 'timeoutMs'> & { readonly credentials: string | undefined };

/** The service, and its region unless that is the stack's; the address still has the tokens of CDK in it. */
function service({ config, method }: Bound, members: ServiceMembers): IntegrationInput | undefined {
  const { uri, integrationHttpMethod: httpMethod } = config;
  const read = uri === undefined ? undefined : readServiceUri(producedText(uri, method));
  if (read === undefined) return undefined;
  const { service: name, subdomain, action, actionParameters, path } = read;
  const region = read.region === awsCdk().Stack.of(method).region ? undefined : read.region;
  return { type: 'service', service: name, subdomain, region, action, actionParameters: [...actionParameters], path, httpMethod, ...members };
}

/** The role that the backend is called with, or the ARN that stands for the caller. */
export function credentialsOf({ config: { options = {} }, method }: Pick<Bound, 'config' | 'method'>): string | undefined {
  if (options.credentialsPassthrough !== true) return options.credentialsRole?.roleArn;
  return awsCdk().Stack.of(method).formatArn({ service: 'iam', region: '', account: '*', resource: 'user', resourceName: '*' });
}

/** The text of an enum's member. */
function literal<Text extends string>(member: Text | undefined): `${Text}` | undefined {
  return member && `${member}`;
}

/** The text that a lazy text produces, with the tokens in it unresolved. */
function producedText(text: string, scope: IConstruct): string {
  const { Tokenization } = awsCdk();
  const [first, ...more] = Tokenization.reverseString(text).tokens;
  if (first === undefined || more.length > 0) return text;
  const produced: unknown = first.resolve({
    scope, preparing: false, documentPath: [], registerPostProcessor: () => undefined, resolve: (value: unknown) => value,
  });
  return typeof produced === 'string' ? produced : text;
}
