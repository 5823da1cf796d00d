import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

async function app(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  if (event.httpMethod === 'GET') {
    const name = event.queryStringParameters?.name;
    return { statusCode: 200, body: JSON.stringify({ message: `hello ${name}` }) };
  }
  return { statusCode: 201, body: event.body ?? '' };
}

export const handler = middy(app).after((request) => {
  const { response } = request;
  if (response !== undefined && response !== null) {
    response.headers = { 'content-type': 'application/json', 'x-adapter': '@middy/core' };
  }
});
