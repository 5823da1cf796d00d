import type { CfnResource } from 'aws-cdk-lib';
import { modelUrl } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';
import { addDependency } from './resource-dependency';

/** The models of an API. A model is created after the models it refers to. */
export function renderModels(context: RenderContext): ReadonlyMap<string, CfnResource> {
  const { spec, restApiId, scopeOf, givenName } = context;
  const { CfnModel } = awsCdk().aws_apigateway;
  const models = new Map(Object.entries(spec.models).map(([name, { contentType, description }]) => {
    const properties = { restApiId, name: givenName('models', name), contentType, description };
    return [name, new CfnModel(scopeOf(['models', name]), 'Resource', { ...properties, schema: {} })] as const; // the schema is set below
  }));
  for (const [name, model] of models) {
    model.schema = withReferences({ $schema: DRAFT_4, ...spec.models[name]?.schema }, { context, models });
  }
  for (const [name, { schema }] of Object.entries(spec.models)) {
    for (const dependency of namesReferred(schema).filter((reference) => reference !== name)) {
      const [model, needed] = [models.get(name), models.get(dependency)];
      if (model !== undefined && needed !== undefined) addDependency(model, needed);
    }
  }
  return models;
}

const MODEL_REFERENCE = /\/restapis\/[^/]+\/models\/([A-Za-z0-9]+)/g;

/** Names of the models that a schema refers to. */
export function namesReferred(schema: unknown): string[] {
  return [...new Set([...JSON.stringify(schema).matchAll(MODEL_REFERENCE)].map(([, name = '']) => name))];
}

/** The `$schema` that RestApi adds to every schema without one. */
const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';

interface References {
  readonly context: RenderContext;
  readonly models: ReadonlyMap<string, CfnResource>;
}

/** References name the API by the id that it has on AWS, and other models by the names that they have there. */
function withReferences(schema: object, { context: { spec: { api }, restApiId, givenName }, models }: References): unknown {
  const local = modelUrl(api.id, '');
  const deployed = modelUrl(restApiId, '');
  const urlOf = (url: string): string => {
    const named = url.replace('{apiId}', api.id);
    if (!named.startsWith(local)) return url;
    const name = named.slice(local.length);
    return `${deployed}${givenName('models', name) ?? models.get(name)?.ref ?? name}`;
  };
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]: [string, unknown]) => [
      key, key === '$ref' && typeof member === 'string' ? urlOf(member) : visit(member),
    ]));
  };
  return visit(schema);
}
