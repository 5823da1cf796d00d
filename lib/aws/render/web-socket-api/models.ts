import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { WebSocketApi } from '../../../constructs';
import { awsCdk } from '../../aws-cdk';
import type { RouteApiContext } from '../route-api/route-api-context';

/** The models of messages, by name: each below the construct that declares it. */
export function renderMessageModels({ api, apiId, spec }: RouteApiContext<WebSocketApi>): ReadonlyMap<string, v2.CfnModel> {
  const { CfnModel } = awsCdk().aws_apigatewayv2;
  return new Map(api._registry.models.flatMap((declared) => {
    const { modelId: name } = declared;
    const model = spec.models[name];
    if (model === undefined) return [];
    const { contentType, description, schema } = model;
    const scope = declared as Construct; // everything that is declared is one
    const properties = { apiId, name, contentType, description, schema: { $schema: DRAFT_4, ...schema } };
    return [[name, new CfnModel(scope, 'Resource', properties)]];
  }));
}

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';
