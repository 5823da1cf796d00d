import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

let visits = 0;

/** Counts its calls; with `long` the answer is worth compressing. */
export async function handler({ queryStringParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  visits += 1;
  const { color = 'none' } = queryStringParameters ?? {};
  return { statusCode: 200, body: JSON.stringify({ visits, color, padding: color === 'long' ? 'x'.repeat(2_000) : '' }) };
}
