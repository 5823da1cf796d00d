import { AuthorizationType, MockIntegration, type CorsOptions, type IResource, type Method } from '../../constructs';
import { issue } from '../../errors';

/** Lists for `CorsOptions`, as those of aws-cdk-lib. */
export class Cors {
  /** Every origin. */
  public static readonly ALL_ORIGINS: string[] = ['*'];

  /** Every method. */
  public static readonly ALL_METHODS: string[] = ['OPTIONS', 'GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD'];

  /** The request headers that preflights allow by default. */
  public static readonly DEFAULT_HEADERS: string[] = [
    'Content-Type', 'X-Amz-Date', 'Authorization', 'X-Api-Key', 'X-Amz-Security-Token', 'X-Amz-User-Agent',
  ];

  private constructor() {
    // Holds lists only.
  }
}

/**
 * Preflights as RestApi answers them: by an OPTIONS method with a mock integration, on every resource, with aws-cdk-lib's defaults.
 * Responses of other methods carry no header of CORS unless they declare it.
 * @see https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_apigateway-readme.html#cross-origin-resource-sharing-cors
 */
export function addPreflightMethod(resource: IResource, options: CorsOptions): Method {
  const { allowOrigins: [first = '*', ...others] = Cors.ALL_ORIGINS } = options;
  const report = (code: 'CORS_ORIGINS_AMBIGUOUS' | 'CORS_CACHE_AMBIGUOUS') => resource.api._registry.report(issue(code, resource.node.path));
  if (others.length > 0 && [first, ...others].includes('*')) report('CORS_ORIGINS_AMBIGUOUS');
  if (options.maxAge !== undefined && options.disableCache === true) report('CORS_CACHE_AMBIGUOUS');
  const statusCode = String(options.statusCode ?? 204);
  const headers = Object.entries(headersOf(options, first)).map(([name, value]) => [`method.response.header.${name}`, value] as const);
  const integration = new MockIntegration({
    requestTemplates: { 'application/json': '{ statusCode: 200 }' },
    integrationResponses: [{ statusCode, responseParameters: Object.fromEntries(headers), responseTemplates: templateOf(others) }],
  });
  return resource.addMethod('OPTIONS', integration, {
    apiKeyRequired: false,
    authorizationType: AuthorizationType.NONE,
    methodResponses: [{ statusCode, responseParameters: Object.fromEntries(headers.map(([name]) => [name, true])) }],
  });
}

function headersOf(options: CorsOptions, origin: string): Record<string, string> {
  const { allowHeaders = Cors.DEFAULT_HEADERS, allowMethods = Cors.ALL_METHODS, maxAge, exposeHeaders } = options;
  const maxAgeSeconds = options.disableCache === true ? -1 : maxAge && maxAge.toMilliseconds() / 1_000;
  const methods = allowMethods.includes('ANY') ? Cors.ALL_METHODS : allowMethods;
  return {
    'Access-Control-Allow-Headers': constant(allowHeaders.join(',')),
    'Access-Control-Allow-Origin': constant(origin),
    ...(origin === '*' ? {} : { Vary: constant('Origin') }),
    'Access-Control-Allow-Methods': constant(methods.join(',')),
    ...(options.allowCredentials === true ? { 'Access-Control-Allow-Credentials': constant('true') } : {}),
    ...(maxAgeSeconds === undefined || maxAgeSeconds === 0 ? {} : { 'Access-Control-Max-Age': constant(String(maxAgeSeconds)) }),
    ...(exposeHeaders === undefined ? {} : { 'Access-Control-Expose-Headers': constant(exposeHeaders.join(',')) }),
  };
}

function constant(text: string): string {
  return `'${text}'`;
}

/** Chooses among several origins, in the text that aws-cdk-lib has for it: another text would be another deployment. */
function templateOf(others: readonly string[]): Record<string, string> | undefined {
  if (others.length === 0) return undefined;
  return {
    'application/json': [
      '#set($origin = $input.params().header.get("Origin"))',
      '#if($origin == "")',
      '  #set($origin = $input.params().header.get("origin"))',
      '#end',
      `#if(${others.map((origin) => `$origin == "${origin}"`).join(' || ')})`,
      '  #set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)',
      '#end',
    ].join('\n'),
  };
}
