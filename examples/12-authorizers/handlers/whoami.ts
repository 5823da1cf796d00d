import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler({ requestContext }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { principalId, role, tenant } = requestContext.authorizer ?? {};
  return { statusCode: 200, body: JSON.stringify({ principalId, role, tenant }) };
}
