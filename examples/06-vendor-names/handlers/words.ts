import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler({ headers, requestContext }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const front = Object.keys(headers).filter((name) => name.startsWith('FastEdge-'));
  const identity = Object.keys(requestContext.identity).filter((name) => name.startsWith('passport'));
  return { statusCode: 200, body: JSON.stringify({ front: front.sort(), identity: identity.sort() }) };
}
