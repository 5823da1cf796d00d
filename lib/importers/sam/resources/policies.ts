import { refuseResource, refuseTemplate } from '../refuse';
import { isIntrinsic, isMap, isNoValue, isSet, member, printedList, singleKey } from '../value';

/** The policy templates of SAM, by the parameters that they need. */
const TEMPLATES: Readonly<Record<string, string>> = {
  '':
    'AMIDescribePolicy CloudFormationDescribeStacksPolicy CloudWatchDashboardPolicy CloudWatchDescribeAlarmHistoryPolicy '
    + 'CloudWatchPutMetricPolicy CodePipelineLambdaExecutionPolicy ComprehendBasicAccessPolicy CostExplorerReadOnlyPolicy '
    + 'EC2DescribePolicy EKSDescribePolicy MobileAnalyticsWriteOnlyAccessPolicy OrganizationsListAccountsPolicy '
    + 'RekognitionDetectOnlyPolicy RekognitionFacesPolicy RekognitionLabelsPolicy SESEmailTemplateCrudPolicy '
    + 'ServerlessRepoReadWriteAccessPolicy TextractDetectAnalyzePolicy TextractGetResultPolicy TextractPolicy VPCAccessPolicy',
  'AccessPoint FileSystem': 'EFSWriteAccessPolicy',
  BucketName: 'S3CrudPolicy S3FullAccessPolicy S3ReadPolicy S3WritePolicy',
  CertificateArn: 'AcmGetCertificatePolicy',
  ClusterId:
    'ElasticMapReduceAddJobFlowStepsPolicy ElasticMapReduceCancelStepsPolicy ElasticMapReduceModifyInstanceFleetPolicy '
    + 'ElasticMapReduceModifyInstanceGroupsPolicy ElasticMapReduceSetTerminationProtectionPolicy ElasticMapReduceTerminateJobFlowsPolicy',
  CollectionId: 'RekognitionFacesManagementPolicy RekognitionNoDataAccessPolicy RekognitionReadPolicy RekognitionWriteOnlyAccessPolicy',
  DeliveryStreamName: 'FirehoseCrudPolicy FirehoseWritePolicy',
  DomainName: 'ElasticsearchHttpPostPolicy',
  EndpointConfigName: 'SageMakerCreateEndpointConfigPolicy',
  EndpointName: 'SageMakerCreateEndpointPolicy',
  EventBusName: 'EventBridgePutEventsPolicy',
  FunctionName: 'AWSSecretsManagerRotationPolicy LambdaInvokePolicy',
  HostedZoneId: 'Route53ChangeResourceRecordSetsPolicy',
  IdentityName: 'SESBulkTemplatedCrudPolicy SESCrudPolicy SESSendBouncePolicy',
  'IdentityName TemplateName': 'SESBulkTemplatedCrudPolicy_v2',
  ImageId: 'EC2CopyImagePolicy',
  KeyId: 'KMSDecryptPolicy KMSEncryptPolicy KMSEncryptPolicy_v2',
  LexiconName: 'PollyFullAccessPolicy',
  LogGroupName: 'FilterLogEventsPolicy',
  ParameterName: 'SSMParameterReadPolicy SSMParameterWithSlashPrefixReadPolicy',
  PinpointApplicationId: 'PinpointEndpointAccessPolicy',
  PipelineName: 'CodePipelineReadOnlyPolicy',
  QueueName: 'SQSPollerPolicy SQSSendMessagePolicy',
  RepositoryName: 'CodeCommitCrudPolicy CodeCommitReadPolicy',
  SecretArn: 'AWSSecretsManagerGetSecretValuePolicy',
  StateMachineName: 'StepFunctionsCallbackPolicy StepFunctionsExecutionPolicy StepFunctionsExecutionPolicy_v2',
  StreamName: 'KinesisCrudPolicy KinesisStreamReadPolicy',
  'StreamName TableName': 'DynamoDBStreamReadPolicy',
  TableName:
    'DynamoDBBackupFullAccessPolicy DynamoDBCrudPolicy DynamoDBReadPolicy DynamoDBReconfigurePolicy DynamoDBRestoreFromBackupPolicy '
    + 'DynamoDBWritePolicy',
  TaskDefinition: 'EcsRunTaskPolicy',
  TopicName: 'SNSCrudPolicy SNSPublishMessagePolicy',
  WorkGroupName: 'AthenaQueryPolicy',
};

const PARAMETERS = new Map(Object.entries(TEMPLATES).flatMap(([parameters, names]) => (
  names.split(' ').map((name) => [name, parameters.split(' ').filter((one) => one !== '')] as const)
)));

type PolicyKind = 'managed' | 'statement' | 'template' | 'unknown';

/** Policies that the translator refuses. Roles have no effect where functions run as local processes: nothing is made of the others. */
export function checkPolicies(id: string, policies: unknown): void {
  if (!isSet(policies)) return;
  const listed: readonly unknown[] = Array.isArray(policies) ? policies : [policies];
  const kinds = listed.map(kindOf);
  for (const [index, kind] of kinds.entries()) if (kind === 'template') checkTemplates(id, listed[index]);
  const unknown = kinds.indexOf('unknown');
  if (unknown >= 0) throw refuseResource(id, `Policy at index ${unknown} in the 'Policies' property is not valid`);
}

function kindOf(policy: unknown): PolicyKind {
  const condition = member(policy, 'Fn::If');
  if (condition !== undefined && singleKey(policy) === 'Fn::If') return conditionalKind(condition);
  if (typeof policy === 'string' || isIntrinsic(policy)) return 'managed';
  if (isMap(policy) && Object.hasOwn(policy, 'Statement')) return 'statement';
  return PARAMETERS.has(singleKey(policy) ?? '') ? 'template' : 'unknown';
}

function conditionalKind(condition: unknown): PolicyKind {
  if (!Array.isArray(condition) || condition.length !== 3) throw refuseTemplate('Fn::If requires 3 arguments');
  const [yes, no]: readonly unknown[] = condition.slice(1);
  const kind = kindOf(yes);
  const other = kindOf(no);
  if (kind === other || isNoValue(no)) return kind;
  if (isNoValue(yes)) return other;
  throw refuseTemplate(
    'Different policy types within the same Fn::If statement is unsupported. Separate different policy types into different Fn::If statements',
  );
}

function checkTemplates(id: string, policy: unknown): void {
  const condition = member(policy, 'Fn::If');
  const branches: readonly unknown[] = Array.isArray(condition) ? condition.slice(1).filter((one) => !isNoValue(one)) : [policy];
  for (const branch of branches) {
    const name = singleKey(branch) ?? '';
    const values = member(branch, name);
    if (!isMap(values)) throw refuseResource(id, `Must specify valid parameter values for policy template '${name}'`);
    const missing = (PARAMETERS.get(name) ?? []).filter((parameter) => !Object.hasOwn(values, parameter));
    if (missing.length === 0) continue;
    throw refuseResource(id, `Following required parameters of template '${name}' don't have values: ${printedList(missing)}`);
  }
}
