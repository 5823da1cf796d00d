import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const POSTS: Readonly<Record<string, string>> = { '2025/puppies': 'Nine puppies', '2025/kittens': 'Ten kittens' };

/** Routes by itself: the rest of the path is all that the gateway says. */
export async function handler({ pathParameters, httpMethod }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const title = POSTS[pathParameters?.proxy ?? ''];
  if (httpMethod !== 'GET') return page(405, 'Read only');
  return title === undefined ? page(404, 'Not found') : page(200, title);
}

function page(statusCode: number, title: string): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: `<!doctype html><title>${title}</title>\n` };
}
