import { refuseEvent, refuseResource, type EventPlace } from '../refuse';
import { linkedApi, stateMachineApiEvent } from '../events/api-event';
import { checkRule } from '../events/other-events';
import { s3Location } from '../s3-location';
import { derived, main, type Made, type SamResource, type Translation } from '../translation';
import { isMap, isSet, printed, type JsonMap } from '../value';
import { checkProperties } from './check-properties';
import { checkPolicies } from './policies';
import { STATE_MACHINE_EVENT_PROPERTIES } from './event-properties';

type EventType = keyof typeof STATE_MACHINE_EVENT_PROPERTIES;

interface StateMachineEvent {
  readonly place: EventPlace;
  readonly type: EventType;
  readonly properties: JsonMap;
}

/** An AWS::Serverless::StateMachine, with what its `Api` events add to APIs. */
export function translateStateMachine(resource: SamResource, translation: Translation): readonly Made[] {
  const { id, properties } = resource;
  const events = Object.entries(isMap(properties['Events']) ? properties['Events'] : {}).map(([name, event]) => readEvent(resource, name, event));
  const linked = events.map((event) => ({ event, api: event.type === 'Api' ? linkedApi(event.place, event.properties, translation) : undefined }));
  const own = stateMachineProperties(id, properties);
  checkAlias(id, properties);
  const role = isSet(properties['Role']) ? [] : [derived(resource)(`${id}Role`, 'AWS::IAM::Role', { AssumeRolePolicyDocument: TRUST })];
  return [
    main(resource)(id, 'AWS::StepFunctions::StateMachine', own),
    ...role,
    ...linked.flatMap(({ event: { place, type, properties: given }, api }) => {
      if (api !== undefined) return stateMachineApiEvent(resource, { event: place.event, properties: given, api }, translation);
      checkRule(place, type, given);
      return [];
    }),
  ];
}

const TRUST = {
  Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['sts:AssumeRole'], Principal: { Service: ['states.amazonaws.com'] } }],
};

function stateMachineProperties(id: string, properties: JsonMap): JsonMap {
  const { Definition: definition, DefinitionUri: uri, Role: role, Policies: policies } = properties;
  if (isSet(definition) && isSet(uri)) throw refuseResource(id, "Specify either 'Definition' or 'DefinitionUri' property and not both.");
  const source = isSet(definition) ? { Definition: definition } : { DefinitionS3Location: definitionLocation(id, uri) };
  if (isSet(role) && isSet(policies)) throw refuseResource(id, "Specify either 'Role' or 'Policies' (but not both at the same time) or neither of them");
  checkPolicies(id, policies);
  const substitutions = properties['DefinitionSubstitutions'];
  return {
    ...source,
    ...(isSet(substitutions) ? { DefinitionSubstitutions: substitutions } : {}),
    RoleArn: isSet(role) ? role : { 'Fn::GetAtt': [`${id}Role`, 'Arn'] },
    ...(isSet(properties['Name']) ? { StateMachineName: properties['Name'] } : {}),
    ...(isSet(properties['Type']) ? { StateMachineType: properties['Type'] } : {}),
  };
}

function definitionLocation(id: string, uri: unknown): unknown {
  if (!isSet(uri)) throw refuseResource(id, "Either 'Definition' or 'DefinitionUri' property must be specified.");
  return s3Location(id, 'DefinitionUri', uri);
}

function checkAlias(id: string, properties: JsonMap): void {
  if (isSet(properties['AutoPublishAlias'])) return;
  const needs = ['UseAliasAsEventTarget', 'DeploymentPreference'].find((name) => isSet(properties[name]));
  if (needs !== undefined) throw refuseResource(id, `'${needs}' requires 'AutoPublishAlias' property to be specified.`);
}

function readEvent({ id }: SamResource, name: string, event: unknown): StateMachineEvent {
  const place = { owner: id, event: name };
  const type = isMap(event) ? event['Type'] : undefined;
  if (typeof type !== 'string' || !isEventType(type)) {
    throw refuseEvent(place, `Resource dict has missing or invalid value for key Type. Event Type is: ${printed(type)}.`);
  }
  const properties = isMap(event) && Object.hasOwn(event, 'Properties') ? event['Properties'] : {};
  if (!isMap(properties)) throw refuseResource(`${id}${name}`, 'Properties of a resource must be an object.');
  checkProperties({ id: `${id}${name}`, type }, properties, STATE_MACHINE_EVENT_PROPERTIES[type]);
  return { place, type, properties };
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(STATE_MACHINE_EVENT_PROPERTIES, type);
}
