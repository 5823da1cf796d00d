import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** The gateway has verified the token; its claims are texts. */
export async function handler({ resource, requestContext }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const claims: Readonly<Record<string, string | undefined>> = requestContext.authorizer?.claims ?? {};
  const groups = (claims['cognito:groups'] ?? '').split(',');
  if (resource === '/admin' && !groups.includes('admin')) return answer(403, { message: 'for administrators' });
  return answer(200, { sub: claims.sub, groups: groups.filter((group) => group !== '') });
}

function answer(statusCode: number, value: object): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
