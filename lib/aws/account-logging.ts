import type { aws_apigateway as apigateway, aws_logs as logs } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { awsCdk } from '../targets';
import type { AwsTargetOptions } from './api-options';

/** The role by which API Gateway writes logs, for the account and region; only where it is asked for. */
export function accountRole(api: Construct): apigateway.CfnAccount {
  const { aws_apigateway: { CfnAccount }, aws_iam: { ManagedPolicy, Role, ServicePrincipal } } = awsCdk();
  const role = new Role(api, 'CloudWatchRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
  });
  return new CfnAccount(api, 'Account', { cloudWatchRoleArn: role.roleArn });
}

/** Where the access log of a stage goes that is not sent to AWS by the definition itself. */
export function accessLogGroup(stage: Construct, { accessLogRetention, removalPolicy }: AwsTargetOptions): logs.ILogGroup {
  const { LogGroup, RetentionDays } = awsCdk().aws_logs;
  return new LogGroup(stage, 'AccessLog', { retention: accessLogRetention ?? RetentionDays.ONE_MONTH, removalPolicy });
}
