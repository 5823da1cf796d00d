import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';

/** Without a status, the result is the body of a response with 200. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> {
  const { routeKey, rawPath, pathParameters, headers, stageVariables } = event;
  return JSON.stringify({ routeKey, rawPath, id: pathParameters?.id, user: headers['x-user'], color: stageVariables?.color });
}
