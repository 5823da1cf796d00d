import type { Issue } from '../../errors';
import { present } from '../../openapi';
import type { ParameterValues } from './parameters';
import { isMap, type JsonMap } from './value';

/** The stages that share one usage plan and key; they grow as APIs are translated. */
export interface SharedUsagePlan {
  readonly stages: JsonMap[];
  /** The conditions of the APIs. */
  readonly conditions: (string | undefined)[];
}

/** The state of a translation, which all resources of one template share. */
export interface Translation {
  /** The working copy of the template, which events edit: it holds the documents of APIs. */
  readonly resources: JsonMap;
  readonly conditions: JsonMap;
  readonly parameters: ParameterValues;
  /** Names of the parameters whose values are not defaults. */
  readonly given: ReadonlySet<string>;
  /** Reports what is not carried. */
  readonly report: (issue: Issue) => void;
  readonly partition: string;
  readonly sharedUsagePlan: SharedUsagePlan;
}

/** A SAM resource of the template. */
export interface SamResource {
  readonly id: string;
  readonly type: string;
  readonly properties: JsonMap;
  readonly condition: string | undefined;
  readonly metadata: unknown;
}

/** A CloudFormation resource that a SAM resource becomes. */
export interface Made {
  readonly id: string;
  readonly type: string;
  readonly body: JsonMap;
}

export function samResource(id: string, resource: JsonMap): SamResource {
  const { Type: type, Properties: properties, Condition: condition, Metadata: metadata } = resource;
  return {
    id, type: String(type), properties: isMap(properties) ? properties : {}, metadata,
    condition: typeof condition === 'string' ? condition : undefined,
  };
}

type Make = (id: string, type: string, properties: JsonMap) => Made;

/** Makes the resource that takes the place of a SAM resource. */
export function main({ condition, metadata }: SamResource): Make {
  const attributes = present({ Condition: condition, Metadata: metadata });
  return (id, type, properties) => ({ id, type, body: { Type: type, ...attributes, Properties: properties } });
}

/** Makes the other resources of a SAM resource. */
export function derived({ condition }: SamResource): Make {
  return (id, type, properties) => ({ id, type, body: { Type: type, ...present({ Condition: condition }), Properties: properties } });
}

/** Tags as CloudFormation lists them. */
export function tagList(tags: JsonMap): readonly JsonMap[] {
  return Object.entries(tags).map(([key, value]) => ({ Key: key, Value: value }));
}
