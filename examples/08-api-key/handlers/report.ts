import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler({ requestContext }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return { statusCode: 200, body: JSON.stringify({ reader: requestContext.identity.apiKeyId }) };
}
