import { parse } from 'node:querystring';
import type { ServiceTarget } from '../../spec';
import type { HeaderField } from '../http/headers';

/** How a service takes an action: as JSON with its name in a header, as a query, or as a method and path of its own. */
type Protocol =
  | { readonly type: 'json'; readonly version: '1.0' | '1.1'; readonly prefix: string }
  | { readonly type: 'query'; readonly version: string }
  | { readonly type: 'rest'; readonly actions: Readonly<Record<string, readonly [method: string, path: string]>> };

interface AwsService {
  /** `AWS_ENDPOINT_URL_<name>`; without it, the name in the host. */
  readonly environmentName?: string;
  readonly protocol?: Protocol;
  /** The name in signatures, if it is not that of the service. */
  readonly signingName?: string;
}

const json = (version: '1.0' | '1.1', prefix: string): Protocol => ({ type: 'json', version, prefix });
const query = (version: string): Protocol => ({ type: 'query', version });

const S3_ACTIONS = {
  ListBuckets: ['GET', '/'], ListObjects: ['GET', '/{Bucket}'], ListObjectsV2: ['GET', '/{Bucket}?list-type=2'],
  GetObject: ['GET', '/{Bucket}/{Key}'], HeadObject: ['HEAD', '/{Bucket}/{Key}'], PutObject: ['PUT', '/{Bucket}/{Key}'],
  DeleteObject: ['DELETE', '/{Bucket}/{Key}'],
} as const;

const APPCONFIG_ACTIONS = {
  GetConfiguration: ['GET', '/applications/{Application}/environments/{Environment}/configurations/{Configuration}?client_id={ClientId}'],
} as const;

/**
 * Services by their names in hosts. By hand, because the models that say this for all services, those of the SDK, have hundreds of
 * megabytes. The path of a service that is not here can be called, its actions cannot.
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html for names in the environment
 */
const SERVICES: Readonly<Record<string, AwsService>> = {
  'appconfig': { protocol: { type: 'rest', actions: APPCONFIG_ACTIONS } },
  'athena': { protocol: json('1.1', 'AmazonAthena') },
  'bedrock-runtime': { signingName: 'bedrock' },
  'cloudformation': { protocol: query('2010-05-15') },
  'codebuild': { protocol: json('1.1', 'CodeBuild_20161006') },
  'codepipeline': { protocol: json('1.1', 'CodePipeline_20150709') },
  'cognito-identity': { protocol: json('1.1', 'AWSCognitoIdentityService') },
  'cognito-idp': { environmentName: 'COGNITO_IDENTITY_PROVIDER', protocol: json('1.1', 'AWSCognitoIdentityProviderService') },
  'comprehend': { protocol: json('1.1', 'Comprehend_20171127') },
  'data.iot': { environmentName: 'IOT_DATA_PLANE', signingName: 'iotdata' },
  'dynamodb': { protocol: json('1.0', 'DynamoDB_20120810') },
  'ec2': { protocol: query('2016-11-15') },
  'ecs': { protocol: json('1.1', 'AmazonEC2ContainerServiceV20141113') },
  'email': { environmentName: 'SES', protocol: query('2010-12-01'), signingName: 'ses' },
  'events': { environmentName: 'EVENTBRIDGE', protocol: json('1.1', 'AWSEvents') },
  'firehose': { protocol: json('1.1', 'Firehose_20150804') },
  'glue': { protocol: json('1.1', 'AWSGlue') },
  'kinesis': { protocol: json('1.1', 'Kinesis_20131202') },
  'kms': { protocol: json('1.1', 'TrentService') },
  'logs': { environmentName: 'CLOUDWATCH_LOGS', protocol: json('1.1', 'Logs_20140328') },
  'monitoring': { environmentName: 'CLOUDWATCH', protocol: query('2010-08-01') },
  'rekognition': { protocol: json('1.1', 'RekognitionService') },
  'runtime.lex': { environmentName: 'LEX_RUNTIME_SERVICE' },
  'runtime.sagemaker': { environmentName: 'SAGEMAKER_RUNTIME' },
  's3': { protocol: { type: 'rest', actions: S3_ACTIONS } },
  'secretsmanager': { environmentName: 'SECRETS_MANAGER', protocol: json('1.1', 'secretsmanager') },
  'sns': { protocol: query('2010-03-31') },
  'sqs': { protocol: query('2012-11-05') },
  'ssm': { protocol: json('1.1', 'AmazonSSM') },
  'states': { environmentName: 'SFN', protocol: json('1.0', 'AWSStepFunctions') },
  'streams.dynamodb': { environmentName: 'DYNAMODB_STREAMS', protocol: json('1.0', 'DynamoDBStreams_20120810') },
  'sts': { protocol: query('2011-06-15') },
  'textract': { protocol: json('1.1', 'Textract') },
  'translate': { protocol: json('1.1', 'AWSShineFrontendService_20170701') },
};

/** A request to a service, as far as the definition says it. */
export interface ServiceCall {
  /** Names under which an endpoint may be given, as in `AWS_ENDPOINT_URL_<name>`. */
  readonly endpointNames: readonly [string, ...string[]];
  readonly signingName: string;
  /** Path and query; `{name}` stands for a mapped value. */
  readonly pathAndQuery: string;
  /** The protocol's own method and headers. */
  readonly httpMethod?: string;
  readonly headers: readonly HeaderField[];
}

/**
 * Returns the call of a service for an action or a path. The name of an action is in a header or, with its parameters, in the query.
 * @returns undefined for an action of a service whose protocol is not known
 */
export function serviceCallOf(target: ServiceTarget): ServiceCall | undefined {
  const { service, subdomain, action, path = '' } = target;
  const host = subdomain === undefined ? service : `${subdomain}.${service}`;
  const known = serviceOf(host) ?? serviceOf(service);
  const own = environmentName(serviceOf(host) === undefined ? service : host);
  const called = {
    endpointNames: known?.environmentName === undefined ? [own] as const : [known.environmentName, own] as const,
    signingName: known?.signingName ?? service,
  };
  if (action === undefined) return { ...called, pathAndQuery: path.startsWith('/') ? path : `/${path}`, headers: [] };
  const sent = known?.protocol && actionOf(known.protocol, readAction(target));
  return sent && { ...called, ...sent };
}

/** The text that stands for a service in the names of environment variables: `runtime.sagemaker` → `RUNTIME_SAGEMAKER` */
function environmentName(service: string): string {
  return service.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

function serviceOf(name: string): AwsService | undefined {
  return Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
}

interface Action {
  readonly name: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** Parameters may be in the text of the action, because placeholders in them are not encoded. */
function readAction({ action = '', actionParameters }: ServiceTarget): Action {
  const [name = '', ...texts] = action.split(/[&?]/);
  const written = Object.entries(parse(texts.join('&'))).flatMap(([key, values = '']) => [values].flat().map((value) => [key, value] as const));
  return { name, parameters: [...written, ...actionParameters.map(({ name: key, value }) => [key, value] as const)] };
}

function actionOf(protocol: Protocol, { name, parameters }: Action): Pick<ServiceCall, 'pathAndQuery' | 'headers' | 'httpMethod'> | undefined {
  switch (protocol.type) {
    case 'json':
      return {
        pathAndQuery: withQuery('/', parameters),
        headers: [
          { name: 'X-Amz-Target', value: `${protocol.prefix}.${name}` }, { name: 'Content-Type', value: `application/x-amz-json-${protocol.version}` },
        ],
      };
    case 'query':
      return { pathAndQuery: withQuery('/', [['Action', name], ['Version', protocol.version], ...parameters]), headers: [] };
    case 'rest': {
      const [httpMethod, path] = Object.hasOwn(protocol.actions, name) ? protocol.actions[name] ?? [] : [];
      if (httpMethod === undefined || path === undefined) return undefined;
      const inPath = new Map(parameters);
      const queryParameters = parameters.filter(([key]) => !path.includes(`{${key}}`));
      return { httpMethod, pathAndQuery: withQuery(path.replace(/\{(\w+)\}/g, (whole, key: string) => inPath.get(key) ?? whole), queryParameters), headers: [] };
    }
  }
}

function withQuery(path: string, parameters: Action['parameters']): string {
  const texts = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeKeeping(value)}`);
  return texts.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${texts.join('&')}`;
}

/** Encodes a value but for `{name}`, which is filled per request. */
function encodeKeeping(value: string): string {
  return value.split(/(\{[^{}]+\})/).map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : part)).join('');
}
