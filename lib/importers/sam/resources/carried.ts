import { main, type Made, type SamResource } from '../translation';

interface CloudFormationType {
  readonly type: string;
  /** Names of the properties that the source is read by: in SAM, in CloudFormation. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Resources that others refer to for a name, an ARN, files or routes. Their properties are not checked, and only these are read. */
const CARRIED: Readonly<Record<string, CloudFormationType>> = {
  'AWS::Serverless::Application': { type: 'AWS::CloudFormation::Stack', properties: { Location: 'TemplateURL', Parameters: 'Parameters' } },
  'AWS::Serverless::LayerVersion': { type: 'AWS::Lambda::LayerVersion', properties: { ContentUri: 'Content', LayerName: 'LayerName' } },
  'AWS::Serverless::SimpleTable': { type: 'AWS::DynamoDB::Table', properties: { TableName: 'TableName' } },
  'AWS::Serverless::StateMachine': { type: 'AWS::StepFunctions::StateMachine', properties: { Name: 'StateMachineName' } },
};

/** Returns the CloudFormation resource that stands for a resource which is not translated. */
export function carry(resource: SamResource): readonly Made[] {
  const { type = resource.type, properties = {} } = CARRIED[resource.type] ?? {};
  const read = Object.entries(properties).filter(([name]) => Object.hasOwn(resource.properties, name));
  return [main(resource)(resource.id, type, Object.fromEntries(read.map(([name, renamed]) => [renamed, resource.properties[name]])))];
}
