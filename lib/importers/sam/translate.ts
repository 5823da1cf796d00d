import { GatewayError, issueOf, warning, type Issue } from '../../errors';
import { LOCAL_ENVIRONMENT } from '../../spec';
import { translateHttpApi } from './api/http-api';
import { translateApi } from './api/rest-api';
import { translateWebSocketApi } from './api/web-socket-api';
import { isSamType, mergeGlobals } from './globals';
import { otherEvents } from './events/events';
import { addEventPaths, addManagedDefinitions, API_KINDS, EVENT_OWNERS } from './implicit-api';
import { parameterValues, type ParameterValues } from './parameters';
import { refuseTemplate } from './refuse';
import { referencesOf, resolveReferences } from './references';
import { carry, translateStateMachine } from './resources/carried';
import { checkProperties, RESOURCE_PROPERTIES } from './resources/properties';
import { translateFunction } from './resources/function';
import { samResource, type Made, type SamResource, type Translation } from './translation';
import { isMap, isSet, member, type JsonMap } from './value';

const TRANSFORM = 'AWS::Serverless-2016-10-31';

export interface SamOptions {
  /** Values of parameters; defaults apply to the others. */
  readonly parameters?: ParameterValues;
  /** Decides the partition in ARNs. @default 'us-east-1' */
  readonly region?: string;
}

export interface SamTranslation {
  /** The CloudFormation template, or undefined for a template that the translator refuses. */
  readonly template: JsonMap | undefined;
  readonly issues: readonly Issue[];
}

/** In this order: the events of functions and state machines edit the documents of APIs. */
const TRANSLATORS: Readonly<Record<string, (resource: SamResource, translation: Translation) => readonly Made[]>> = {
  'AWS::Serverless::Function': translateFunction,
  'AWS::Serverless::StateMachine': translateStateMachine,
  'AWS::Serverless::Api': translateApi,
  'AWS::Serverless::WebSocketApi': translateWebSocketApi,
  'AWS::Serverless::HttpApi': translateHttpApi,
  'AWS::Serverless::Application': carry,
  'AWS::Serverless::LayerVersion': carry,
  'AWS::Serverless::SimpleTable': carry,
};

export function isSamTemplate(template: JsonMap): boolean {
  const transform = template['Transform'];
  return transform === TRANSFORM || (Array.isArray(transform) && transform.includes(TRANSFORM));
}

/**
 * Returns the CloudFormation template that the SAM translator makes of the APIs and functions of a template, with their logical ids;
 * intrinsic functions stay. A refusal of the translator is an issue with its words, and nothing is translated then.
 */
export function translateSam(template: JsonMap, options: SamOptions = {}): SamTranslation {
  const issues: Issue[] = [];
  try {
    const translated = translateTemplate(structuredClone(template), options, issues);
    return { template: issues.some(({ severity }) => severity === 'error') ? undefined : translated, issues: once(issues) };
  } catch (error) {
    return { template: undefined, issues: once(refusalsOf(error)) };
  }
}

/** The plugins of the translator may report the same twice. */
function once(issues: readonly Issue[]): readonly Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.location} ${issue.message}`, issue])).values()];
}

function translateTemplate(
  template: JsonMap, { parameters = {}, region = LOCAL_ENVIRONMENT.region }: SamOptions, issues: Issue[],
): JsonMap {
  const resources = checkedResources(template);
  const values = parameterValues(template, parameters, region);
  addManagedDefinitions(resources);
  addEventPaths(template, resources, API_KINDS.rest);
  addEventPaths(template, resources, API_KINDS.http);
  mergeGlobals(template, resources);
  const translation: Translation = {
    resources, parameters: values, given: new Set(Object.keys(parameters)), report: (issue) => issues.push(issue),
    partition: String(values['AWS::Partition']), sharedUsagePlan: { stages: [], conditions: [] }, conditions: isMap(template['Conditions']) ? template['Conditions'] : {},
  };
  const translated: JsonMap = { ...resources };
  const references = new Map<string, string>();
  for (const type of Object.keys(TRANSLATORS)) {
    for (const [id, generated] of translateAll(type, translation, issues)) {
      Reflect.deleteProperty(translated, id);
      for (const added of generated) issues.push(...addResource(translated, resources[id], { id, added, taken: resources[added.id] }));
      for (const [name, target] of referencesOf(id, generated)) references.set(name, target);
    }
  }
  issues.push(...unread(resources));
  const { Transform: _transform, Globals: _globals, ...rest } = template;
  const result = resolveReferences({ ...rest, Resources: translated }, references);
  return isMap(result) ? result : {};
}

function translateAll(type: string, translation: Translation, issues: Issue[]): readonly (readonly [string, readonly Made[]])[] {
  return Object.entries(translation.resources).flatMap(([id, resource]) => {
    if (!isMap(resource) || resource['Type'] !== type) return [];
    try {
      const own = samResource(id, resource);
      const rules = RESOURCE_PROPERTIES[type];
      if (rules !== undefined) checkProperties(own, own.properties, rules);
      return [[id, TRANSLATORS[type]?.(own, translation) ?? []] as const];
    } catch (error) {
      issues.push(...refusalsOf(error, 'SAM_RESOURCE_INVALID'));
      return [];
    }
  });
}

interface AddedResource {
  readonly id: string;
  readonly added: Made;
  /** The value that the template has under the logical id. */
  readonly taken: unknown;
}

/** A resource of the template may have the logical id of one that SAM makes. */
function addResource(translated: JsonMap, own: unknown, { id, added, taken }: AddedResource): readonly Issue[] {
  if (taken !== undefined && taken !== own) {
    return [issueOf(new GatewayError('SAM_LOGICAL_ID_TAKEN', { id, taken: added.id, type: added.type }, { location: id }))];
  }
  translated[added.id] = added.body;
  return [];
}

/** The refusals in a thrown error. Any other error is a defect, and is rethrown. */
function refusalsOf(error: unknown, only?: string): readonly Issue[] {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map((cause) => {
    if (GatewayError.isGatewayError(cause) && cause.code.startsWith('SAM_') && (only === undefined || cause.code === only)) return issueOf(cause);
    throw error;
  });
}

/** Returns a notice for each kind of resources and of events that is left as it is. */
function unread(resources: JsonMap): readonly Issue[] {
  const names = Object.entries(resources).flatMap(([id, resource]) => {
    const type = member(resource, 'Type');
    const events = EVENT_OWNERS.has(type) ? otherEvents(member(resource, 'Properties')) : [];
    const isLeft = isSamType(type) && !Object.hasOwn(TRANSLATORS, type);
    return [
      ...(isLeft ? [[type, id, id] as const] : []),
      ...events.map(([kind, event]) => [`the event type ${kind}`, id, `${id}.${event}`] as const),
    ];
  });
  return [...new Set(names.map(([kind]) => kind))].map((kind) => {
    const own = names.filter((name) => name[0] === kind);
    return warning('SAM_RESOURCE_UNTRANSLATED', own[0]?.[1] ?? '', { kind, names: own.map(([, , name]) => name).join(', ') });
  });
}

function checkedResources(template: JsonMap): JsonMap {
  const resources = template['Resources'];
  if (!isMap(resources) || Object.keys(resources).length === 0) throw refuseTemplate("'Resources' section is required");
  if (!Object.values(resources).every(isMap)) {
    throw refuseTemplate("All 'Resources' must be Objects. If you're using YAML, this may be an indentation issue.");
  }
  for (const [id, resource] of Object.entries(resources)) checkResource(id, isMap(resource) ? resource : {});
  return resources;
}

function checkResource(id: string, resource: JsonMap): void {
  const { Condition: condition, Properties: properties } = resource;
  if (isSet(condition) && typeof condition !== 'string') throw refuseTemplate('Every Condition member must be a string.');
  if (isSamType(resource['Type']) && properties !== undefined && !isMap(properties)) {
    throw new GatewayError('SAM_RESOURCE_INVALID', { resource: id, reason: "Attribute 'Properties' should be a map." }, { location: id });
  }
}
