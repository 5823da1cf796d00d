import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const id = event.pathParameters?.petId;
  console.log('looking up', id);
  return { statusCode: 200, body: JSON.stringify({ id, stage: event.requestContext.stage }) };
}
