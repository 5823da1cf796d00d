import { derived, type Made, type SamResource } from '../translation';
import { isMap, isSet, member } from '../value';
import type { ApiSource } from './api-source';

/** API Gateway may call the functions of Lambda authorizers. */
export function authorizerPermissions(resource: SamResource, { id, properties, partition }: ApiSource): readonly Made[] {
  const authorizers = member(properties['Auth'], 'Authorizers');
  if (!isMap(authorizers)) return [];
  const source = `arn:${partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${__ApiId__}/authorizers/*`;
  return Object.entries(authorizers)
    .filter(([, authorizer]) => isSet(member(authorizer, 'FunctionArn')) && !isSet(member(authorizer, 'DisableFunctionDefaultPermissions')))
    .map(([name, authorizer]) => derived(resource)(`${id}${name}AuthorizerPermission`, 'AWS::Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: member(authorizer, 'FunctionArn'),
      Principal: 'apigateway.amazonaws.com',
      SourceArn: { 'Fn::Sub': [source, { __ApiId__: { Ref: id } }] },
    }));
}
