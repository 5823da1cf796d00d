import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

export async function handler({ headers, methodArn }: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const tenant = headers?.['X-Tenant'];
  if (tenant === undefined || !tenant.startsWith('tenant-')) throw new Error('Unauthorized');
  const statement = { Action: 'execute-api:Invoke', Effect: 'Allow' as const, Resource: methodArn };
  return { principalId: tenant, policyDocument: { Version: '2012-10-17', Statement: [statement] } };
}
