import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export async function handler({ rawPath }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  return { statusCode: 404, headers: { 'content-type': 'application/json' }, cookies: ['seen=1'], body: JSON.stringify({ nothing: rawPath }) };
}
