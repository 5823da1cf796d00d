import { checkArgument, checkStruct, throwProblems } from '../props';

/** A variable of an access log format, as text to build formats from. */
export class AccessLogField {
  /** Any variable of `$context`. @param name - without `$context.`: `integration.latency` */
  public static context(name: string): string {
    return `$context.${name}`;
  }

  /** The id of the request; the client receives it in a response header. */
  public static contextRequestId(): string {
    return AccessLogField.context('requestId');
  }

  /** The request id assigned by the service; clients cannot choose it. */
  public static contextExtendedRequestId(): string {
    return AccessLogField.context('extendedRequestId');
  }

  /** The client's address. */
  public static contextIdentitySourceIp(): string {
    return AccessLogField.context('identity.sourceIp');
  }

  /** The principal that signed the request. */
  public static contextIdentityCaller(): string {
    return AccessLogField.context('identity.caller');
  }

  /** The user that signed the request. */
  public static contextIdentityUser(): string {
    return AccessLogField.context('identity.user');
  }

  /** The User-Agent header. */
  public static contextIdentityUserAgent(): string {
    return AccessLogField.context('identity.userAgent');
  }

  /** The id of the API key; the key itself is never logged in full. */
  public static contextIdentityApiKeyId(): string {
    return AccessLogField.context('identity.apiKeyId');
  }

  /** When the request was received, as the Common Log Format writes it. */
  public static contextRequestTime(): string {
    return AccessLogField.context('requestTime');
  }

  /** When the request was received, in ms since 1970. */
  public static contextRequestTimeEpoch(): string {
    return AccessLogField.context('requestTimeEpoch');
  }

  /** The HTTP method of the request. */
  public static contextHttpMethod(): string {
    return AccessLogField.context('httpMethod');
  }

  /** The path template of the resource. */
  public static contextResourcePath(): string {
    return AccessLogField.context('resourcePath');
  }

  /** The path as sent, with the stage. */
  public static contextPath(): string {
    return AccessLogField.context('path');
  }

  /** The protocol: HTTP/1.1. */
  public static contextProtocol(): string {
    return AccessLogField.context('protocol');
  }

  /** The stage. */
  public static contextStage(): string {
    return AccessLogField.context('stage');
  }

  /** The status of the response. */
  public static contextStatus(): string {
    return AccessLogField.context('status');
  }

  /** Bytes of the response body. */
  public static contextResponseLength(): string {
    return AccessLogField.context('responseLength');
  }

  /** From the request to the response, in ms. */
  public static contextResponseLatency(): string {
    return AccessLogField.context('responseLatency');
  }

  /** How long the integration took, in ms. */
  public static contextIntegrationLatency(): string {
    return AccessLogField.context('integrationLatency');
  }

  /** The status returned by the integration's endpoint. */
  public static contextIntegrationStatus(): string {
    return AccessLogField.context('integrationStatus');
  }

  /** Why the integration failed. */
  public static contextIntegrationErrorMessage(): string {
    return AccessLogField.context('integrationErrorMessage');
  }

  /** The message of a gateway error. */
  public static contextErrorMessage(): string {
    return AccessLogField.context('error.message');
  }

  /** The message of a gateway error, in quotes. */
  public static contextErrorMessageString(): string {
    return AccessLogField.context('error.messageString');
  }

  /** The gateway response type of an error. */
  public static contextErrorResponseType(): string {
    return AccessLogField.context('error.responseType');
  }

  /** A member of the authorizer's result. */
  public static contextAuthorizer(property: string): string {
    return AccessLogField.context(`authorizer.${property}`);
  }

  /** A claim of the caller's token. */
  public static contextAuthorizerClaims(property: string): string {
    return AccessLogField.context(`authorizer.claims.${property}`);
  }

  /** The id of the trace. */
  public static contextXrayTraceId(): string {
    return AccessLogField.context('xrayTraceId');
  }
}

/** Which fields a standard format has. */
export interface JsonWithStandardFieldProps {
  /** Whether the client's address is logged. */
  readonly ip: boolean;
  /** Whether the principal that signed is logged. */
  readonly caller: boolean;
  /** Whether the user that signed is logged. */
  readonly user: boolean;
  /** Whether the time is logged. */
  readonly requestTime: boolean;
  /** Whether the HTTP method is logged. */
  readonly httpMethod: boolean;
  /** Whether the resource is logged. */
  readonly resourcePath: boolean;
  /** Whether the status is logged. */
  readonly status: boolean;
  /** Whether the protocol is logged. */
  readonly protocol: boolean;
  /** Whether the length of the response is logged. */
  readonly responseLength: boolean;
}

const STANDARD_FIELDS = {
  ip: AccessLogField.contextIdentitySourceIp(),
  user: AccessLogField.contextIdentityUser(),
  caller: AccessLogField.contextIdentityCaller(),
  requestTime: AccessLogField.contextRequestTime(),
  httpMethod: AccessLogField.contextHttpMethod(),
  resourcePath: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  protocol: AccessLogField.contextProtocol(),
  responseLength: AccessLogField.contextResponseLength(),
} as const;

/** The form of a stage's access log lines. */
export class AccessLogFormat {
  /**
   * A custom format: one line with `$context.…` variables, `$context.requestId` or `$context.extendedRequestId` among them.
   * @param format - the line
   */
  public static custom(format: string): AccessLogFormat {
    return new AccessLogFormat(format);
  }

  /** The Common Log Format followed by the request id. */
  public static clf(): AccessLogFormat {
    const { ip, caller, user, requestTime, httpMethod, resourcePath, protocol, status, responseLength } = STANDARD_FIELDS;
    const request = `"${httpMethod} ${resourcePath} ${protocol}"`;
    return new AccessLogFormat(`${ip} ${caller} ${user} [${requestTime}] ${request} ${status} ${responseLength} ${AccessLogField.contextRequestId()}`);
  }

  /** One JSON object per line. @param fields - default: all */
  public static jsonWithStandardFields(fields?: JsonWithStandardFieldProps): AccessLogFormat {
    return new AccessLogFormat(JSON.stringify(Object.fromEntries([['requestId', AccessLogField.contextRequestId()], ...chosen(fields)])));
  }

  /** One XML element per line. @param fields - default: all */
  public static xmlWithStandardFields(fields?: JsonWithStandardFieldProps): AccessLogFormat {
    const elements = chosen(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
    return new AccessLogFormat(`<request id="${AccessLogField.contextRequestId()}">${elements.join('')}</request>`);
  }

  private readonly format: string;

  private constructor(format: string) {
    this.format = format;
  }

  /** The format as written in the spec. */
  public toString(): string {
    return this.format;
  }
}

function chosen(fields: JsonWithStandardFieldProps | undefined): (readonly [string, string])[] {
  if (fields !== undefined) throwProblems('the fields of the access log', checkStruct('JsonWithStandardFieldProps', fields).problems);
  const wanted: Readonly<Record<string, boolean>> | undefined = fields && { ...fields };
  return Object.entries(STANDARD_FIELDS).filter(([name]) => wanted?.[name] !== false);
}

/** A log group, such as those of `aws-cdk-lib/aws-logs`. */
export interface ILogGroup {
  /** Its ARN. */
  readonly logGroupArn: string;
}

/** Where the lines of a stage's access log go. */
export class AccessLogDestination {
  /** To the output of `synthgate serve`. */
  public static stdout(): AccessLogDestination {
    return new AccessLogDestination('stdout');
  }

  /** Appended to a file. @param path - relative to the directory in which `synthgate serve` runs */
  public static file(path: string): AccessLogDestination {
    return new AccessLogDestination(path);
  }

  /** To a log group on AWS; locally, to the output. */
  public static logGroup(logGroup: ILogGroup): AccessLogDestination {
    throwProblems('the destination of the access log', checkArgument('ILogGroup', 'logGroup', logGroup));
    return new AccessLogDestination(logGroup.logGroupArn);
  }

  /** To a log group or delivery stream on AWS; locally, to the output. @param arn - of the log group or stream */
  public static arn(arn: string): AccessLogDestination {
    return new AccessLogDestination(arn);
  }

  /** As written in the spec. */
  public readonly destination: string;

  private constructor(destination: string) {
    this.destination = destination;
  }
}
