import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import { modelUrl } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';

/** The models of an API; one that refers to another is created after it. */
export function renderModels(context: RenderContext): ReadonlyMap<string, CfnResource> {
  const { spec, restApiId, scopeOf } = context;
  const { CfnModel } = awsCdk().aws_apigateway;
  const models = new Map(Object.entries(spec.models).map(([name, { contentType, description, schema }]): [string, apigateway.CfnModel] => [
    name,
    new CfnModel(scopeOf(['models', name]), 'Resource', { restApiId, name, contentType, description, schema: withRestApiId(schema, context) }),
  ]));
  for (const [name, { schema }] of Object.entries(spec.models)) {
    for (const other of namesReferred(schema).filter((one) => one !== name)) {
      const [model, needed] = [models.get(name), models.get(other)];
      if (model !== undefined && needed !== undefined) model.addDependency(needed);
    }
  }
  return models;
}

const MODEL_REFERENCE = /\/restapis\/[^/]+\/models\/([A-Za-z0-9]+)/g;

/** Names of the models that a schema refers to. */
export function namesReferred(schema: unknown): string[] {
  return [...new Set([...JSON.stringify(schema).matchAll(MODEL_REFERENCE)].map(([, name = '']) => name))];
}

/** References contain the API's id on AWS. */
function withRestApiId(schema: unknown, { spec: { api }, restApiId }: RenderContext): unknown {
  const local = modelUrl(api.id, '');
  const deployed = modelUrl(restApiId, '');
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]: [string, unknown]) => [
      key, key === '$ref' && typeof member === 'string' ? member.replace('{apiId}', api.id).replace(local, deployed) : visit(member),
    ]));
  };
  return visit(schema);
}
