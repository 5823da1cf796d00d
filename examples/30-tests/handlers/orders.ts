import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const order = { id: event.pathParameters?.orderId, currency: process.env.CURRENCY };
  return { statusCode: event.httpMethod === 'PUT' ? 201 : 200, body: JSON.stringify(order) };
}
