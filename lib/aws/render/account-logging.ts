import type { aws_apigateway as apigateway, aws_logs as logs } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { addDependency } from './resource-dependency';
import type { AwsTargetOptions } from '../constructs/api-options';

/**
 * The role with which API Gateway writes logs in the account and region, only if requested. By default it is retained when the
 * stack is deleted, because other APIs of the account may use it, and is set after an API exists: an account without APIs rejects it.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-account.html
 */
export function accountRole(
  api: Construct, restApi: apigateway.CfnRestApi | undefined, removalPolicy = awsCdk().RemovalPolicy.RETAIN,
): apigateway.CfnAccount {
  const { aws_apigateway: { CfnAccount }, aws_iam: { ManagedPolicy, Role, ServicePrincipal } } = awsCdk();
  const role = new Role(api, 'CloudWatchRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
  });
  role.applyRemovalPolicy(removalPolicy);
  const account = new CfnAccount(api, 'Account', { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(removalPolicy);
  if (restApi !== undefined) addDependency(account, restApi);
  return account;
}

/** The access log of a stage: an ARN is used as it is; standard output or a file becomes a log group. */
export function accessLogProperty(
  { accessLog }: StageSpec, groupArn: () => string,
): apigateway.CfnStage.AccessLogSettingProperty | undefined {
  if (accessLog === undefined) return undefined;
  const { format, destination } = accessLog;
  const isOnAws = destination.startsWith('arn:') || awsCdk().Token.isUnresolved(destination);
  return { format, destinationArn: isOnAws ? destination : groupArn() };
}

/** Destination of a stage's access log, unless the definition itself sends it to AWS. */
export function accessLogGroup(stage: Construct, { accessLogRetention, removalPolicy }: AwsTargetOptions): logs.ILogGroup {
  const { LogGroup, RetentionDays } = awsCdk().aws_logs;
  return new LogGroup(stage, 'AccessLog', { retention: accessLogRetention ?? RetentionDays.ONE_MONTH, removalPolicy });
}
