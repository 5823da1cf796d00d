import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';

const ROLES: Readonly<Record<string, string>> = { 'Bearer anna': 'editor', 'Bearer ben': 'reader' };

/** The policy covers all methods, because it is remembered and used for all of them: readers may only GET. */
export async function handler({ authorizationToken, methodArn }: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const role = ROLES[authorizationToken];
  if (role === undefined) throw new Error('Unauthorized');
  const [api, stage] = methodArn.split('/');
  const Resource = `${api}/${stage}/${role === 'editor' ? '*' : 'GET'}/*`;
  return {
    principalId: authorizationToken.slice('Bearer '.length),
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource }] },
    context: { role },
  };
}
