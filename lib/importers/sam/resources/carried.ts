import { main, type Made, type SamResource, type Translation } from '../translation';
import { stateMachineApiEvent } from '../events/api-event';
import { apiEvents } from '../events/events';

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

/** Returns the state machine, which is not run here, and the roles of its `Api` events, which are added to the documents of APIs. */
export function translateStateMachine(resource: SamResource, translation: Translation): readonly Made[] {
  const events = apiEvents({ ...resource, type: 'AWS::Serverless::StateMachine' }, translation);
  return [...carry(resource), ...events.map((event) => stateMachineApiEvent(resource, event, translation))];
}
