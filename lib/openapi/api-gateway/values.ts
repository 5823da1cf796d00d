import { serviceUri, tokensIn, type ServiceTarget } from '../../spec';

/** A call of a function by the gateway. */
export interface FunctionCall {
  /** Name in `functions`, or a text with `${stageVariables.name}` that becomes one on each stage. */
  readonly functionName: string;
  /** Whether the response is streamed. */
  readonly isStream: boolean;
  /** Whether the function is an authorizer, whose URI has another form on AWS. */
  readonly isAuthorizer?: boolean;
}

/** The representation of values that only a deployment knows. Each value may be any JSON: a text, or e.g. a function of CloudFormation. */
export interface ApiGatewayValues {
  /** The `uri` of an integration with a function, or of an authorizer. */
  readonly functionUri: (call: FunctionCall) => unknown;
  /** The `uri` of an integration with an AWS service. */
  readonly serviceUri: (target: ServiceTarget) => unknown;
  /** The role for calls of a function that names none; without it, the function's own policy must let the gateway call. */
  readonly credentials?: (call: FunctionCall) => unknown;
  /** The VPC link of the integration at a location, if it has one. */
  readonly vpcLinkId?: (location: string) => string | undefined;
  /** A text of the definition with `${token:…}` in it. */
  readonly text: (text: string) => unknown;
}

/** The account and region of functions. */
export interface Account {
  readonly region: string;
  readonly accountId: string;
  readonly partition: string;
}

/** Stands for what is not known: CloudFormation's names, which `Fn::Sub` and most templating tools replace. */
export const UNKNOWN_ACCOUNT: Account = { region: '${AWS::Region}', accountId: '${AWS::AccountId}', partition: '${AWS::Partition}' };

/** An account as far as it is known. The partition is the one that the region is in. */
export function accountOf({ region, accountId }: { readonly region?: string; readonly accountId?: string } = {}): Account {
  return {
    region: region ?? UNKNOWN_ACCOUNT.region,
    accountId: accountId ?? UNKNOWN_ACCOUNT.accountId,
    partition: region === undefined ? UNKNOWN_ACCOUNT.partition : partitionOf(region),
  };
}

/** @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

/**
 * The address by which API Gateway calls a function.
 * @param functionArn - with stage variables where the function differs by stage
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export function functionUri(functionArn: string, isStream: boolean, { region, partition }: Account): string {
  const call = isStream ? '2021-11-15' : '2015-03-31';
  const invocations = isStream ? 'response-streaming-invocations' : 'invocations';
  return `arn:${partition}:apigateway:${region}:lambda:path/${call}/functions/${functionArn}/${invocations}`;
}

/** Writes functions by their names in an account, and tokens as they are. */
export function valuesOfAccount(account: Account): ApiGatewayValues {
  const { region, accountId, partition } = account;
  return {
    functionUri: ({ functionName, isStream }) => functionUri(`arn:${partition}:lambda:${region}:${accountId}:function:${functionName}`, isStream, account),
    serviceUri: (target) => serviceUri(target, account),
    text: (text) => text,
  };
}

/** The value with every text that holds tokens as `textOf` writes it. Names of members stay. */
export function withTexts(value: unknown, textOf: (text: string) => unknown): unknown {
  if (typeof value === 'string') return tokensIn(value).length > 0 ? textOf(value) : value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, textOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTexts(member, textOf)]));
}
