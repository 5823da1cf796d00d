import type { APIGatewayProxyEvent } from 'aws-lambda';
import { observe } from '../observe';

export async function handler(event: APIGatewayProxyEvent) {
  await observe('jwt', event);
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ function: 'jwt' }) };
}
