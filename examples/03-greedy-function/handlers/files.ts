import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler({ httpMethod, pathParameters, resource }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const [folder = '', ...rest] = (pathParameters?.proxy ?? '').split('/');
  if (folder === 'trash') return { statusCode: 410, body: JSON.stringify({ message: 'emptied' }) };
  return { statusCode: 200, body: JSON.stringify({ resource, httpMethod, folder, file: rest.join('/') }) };
}

export const status = async () => ({ statusCode: 200, body: JSON.stringify({ status: 'well' }) });
