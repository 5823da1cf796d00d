import type { aws_apigateway as apigateway, aws_logs as logs } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { awsCdk } from '../aws-cdk';
import type { AwsTargetOptions } from '../constructs/api-options';

/**
 * The role by which API Gateway writes logs, for the account and region; only where it is asked for. It stays when the
 * stack is deleted, because other APIs of the account may write with it, and is set once there is an API: an account
 * without any takes none.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-account.html
 */
export function accountRole(api: Construct, restApi: apigateway.CfnRestApi | undefined): apigateway.CfnAccount {
  const { aws_apigateway: { CfnAccount }, aws_iam: { ManagedPolicy, Role, ServicePrincipal }, RemovalPolicy } = awsCdk();
  const role = new Role(api, 'CloudWatchRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
  });
  role.applyRemovalPolicy(RemovalPolicy.RETAIN);
  const account = new CfnAccount(api, 'Account', { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  if (restApi !== undefined) account.addDependency(restApi);
  return account;
}

/** Where the access log of a stage goes that is not sent to AWS by the definition itself. */
export function accessLogGroup(stage: Construct, { accessLogRetention, removalPolicy }: AwsTargetOptions): logs.ILogGroup {
  const { LogGroup, RetentionDays } = awsCdk().aws_logs;
  return new LogGroup(stage, 'AccessLog', { retention: accessLogRetention ?? RetentionDays.ONE_MONTH, removalPolicy });
}
