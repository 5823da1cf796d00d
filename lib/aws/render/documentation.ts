import { documentationMembers, methodsOf, type MethodSpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';

/**
 * Documentation parts of methods and of their responses. They are no part of a deployment; exports of API Gateway have them once
 * a documentation version of the API is published, which a stage names with `documentationVersion`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-documenting-api.html
 */
export function renderDocumentation({ spec, restApiId, scopeOf }: RenderContext): void {
  const { CfnDocumentationPart } = awsCdk().aws_apigateway;
  for (const { path, httpMethod, method } of methodsOf(spec)) {
    for (const { statusCode, properties } of partsOf(method)) {
      new CfnDocumentationPart(scopeOf(['resources', path, 'methods', httpMethod]), `Documentation${statusCode ?? ''}`, {
        restApiId,
        location: { type: statusCode === undefined ? 'METHOD' : 'RESPONSE', path, method: httpMethod, statusCode },
        properties: JSON.stringify(properties),
      });
    }
  }
}

interface Part {
  /** The status of a response; undefined for the method. */
  readonly statusCode?: string;
  readonly properties: object;
}

function partsOf({ documentation, methodResponses }: MethodSpec): Part[] {
  const responses = Object.entries(methodResponses)
    .flatMap(([statusCode, { description }]) => (description === undefined ? [] : [{ statusCode, properties: { description } }]));
  return [...(documentation === undefined ? [] : [{ properties: documentationMembers(documentation) }]), ...responses];
}
