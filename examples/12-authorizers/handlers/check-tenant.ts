import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const { headers, queryStringParameters, methodArn } = event;
  const tenant = headers?.['X-Tenant'] ?? '';
  const Effect = queryStringParameters?.plan === 'paid' ? 'Allow' as const : 'Deny' as const;
  const Statement = [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }];
  return { principalId: tenant, policyDocument: { Version: '2012-10-17', Statement }, context: { tenant } };
}
