import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const name = event.queryStringParameters?.name ?? 'world';
  return { statusCode: 200, body: JSON.stringify({ message: `hello ${name}` }) };
}
