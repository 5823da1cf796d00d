import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { principalId } = event.requestContext.authorizer ?? {};
  return { statusCode: 200, body: JSON.stringify({ table: process.env.TABLE, tenant: principalId as unknown }) };
}
