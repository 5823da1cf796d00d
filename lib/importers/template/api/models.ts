import { GATEWAY_RESPONSE_TYPES, loss, type Issue } from '../../../errors';
import type { GatewaySpecInput } from '../../../spec';
import { isMembers, jsonIn, textOf } from '../../value';
import type { Resource } from '../stack';
import { present, type Made } from './draft';
import { namesOf } from './names';
import { PropertyReader } from '../../../openapi';

type Models = NonNullable<GatewaySpecInput['models']>;
type GatewayResponses = NonNullable<GatewaySpecInput['gatewayResponses']>;
type Report = (resource: Resource, issue: Issue) => void;

/** The models that every API has from the start. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html */
const BUILT_IN: Models = {
  Empty: { contentType: 'application/json', schema: { $schema: 'http://json-schema.org/draft-04/schema#', title: 'Empty Schema', type: 'object' } },
  Error: {
    contentType: 'application/json',
    schema: { $schema: 'http://json-schema.org/draft-04/schema#', title: 'Error Schema', type: 'object', properties: { message: { type: 'string' } } },
  },
};

/** The models of an API, and how a method names one. */
export interface ImportedModels {
  readonly models: Models;
  readonly modelOf: (name: string) => Made<string>;
}

/** @param apiId - the API's id as templates refer to it; models refer to each other by it */
export function modelsOf(apiId: string, resources: readonly Resource[], report: Report): ImportedModels {
  const models: Models = {};
  const names = new Map<string, string>();
  const reasons = new Map<string, string>();
  const named = namesOf(resources, (model) => textOf(model.stack.properties(model).Name), (name) => name.replace(/[^A-Za-z0-9]/g, ''));
  for (const [resource, name] of named) {
    const reference = referenceTo(resource);
    if (names.has(reference)) reasons.set(reference, 'several models have this name');
    else names.set(reference, name);
  }
  for (const [resource, name] of named) {
    const { Schema: schema, ContentType: contentType, Description: description } = resource.stack.properties(resource);
    const read = jsonIn(schema ?? {});
    const texts = present({ contentType: textOf(contentType), description: textOf(description) });
    if (isMembers(read)) models[name] = { schema: portable(read, apiId, names), ...texts };
    else {
      const reason = 'its schema is not JSON';
      reasons.set(referenceTo(resource), reason);
      report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: `the model ${name}`, reason }));
    }
  }
  const modelOf = (reference: string): Made<string> => {
    const name = names.get(reference) ?? reference;
    const reason = reasons.get(reference);
    if (reason !== undefined) return { reason: `the model ${reference}: ${reason}` };
    if (models[name] === undefined && BUILT_IN[name] !== undefined) models[name] = BUILT_IN[name];
    return models[name] === undefined ? { reason: `there is no model ${reference}` } : { part: name };
  };
  return { models, modelOf };
}

/** Returns the value of `Ref` for a model. */
function referenceTo({ stack, logicalId }: Resource): string {
  return textOf(stack.reference(logicalId)) ?? logicalId;
}

/** `{apiId}` stands for the API's id, so that the schema is that of any deployment; models are referred to by the names they have here. */
function portable(schema: object, apiId: string, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const [before, ...references] = JSON.stringify(schema).split(`/restapis/${apiId}/models/`);
  const named = references.map((text) => text.replace(/^[^"/#?]+/, (reference) => names.get(reference) ?? reference));
  return JSON.parse([before, ...named].join('/restapis/{apiId}/models/')) as Record<string, unknown>; // the same object
}

/** The gateway responses of an API by type. */
export function gatewayResponsesOf(resources: readonly Resource[], report: Report): GatewayResponses {
  const responses: GatewayResponses = {};
  for (const resource of resources) {
    const properties = resource.stack.properties(resource);
    const type = GATEWAY_RESPONSE_TYPES.find((known) => known === textOf(properties.ResponseType));
    if (type === undefined) {
      report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: `the gateway response ${String(properties.ResponseType)}`, reason: 'there is no such type' }));
      continue;
    }
    const reader = new PropertyReader(properties);
    responses[type] = {
      ...present({ statusCode: reader.text('StatusCode') }),
      responseParameters: reader.texts('ResponseParameters'),
      responseTemplates: reader.texts('ResponseTemplates'),
    };
    for (const { name, reason } of reader.problems) report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: name, reason }));
  }
  return responses;
}
