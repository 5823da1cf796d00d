exports.handler = async (event) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'text/plain', 'Access-Control-Allow-Origin': '*' },
  body: `Hello, ${event.requestContext.authorizer?.claims?.email ?? 'nobody'}! You've hit ${event.httpMethod} ${event.path}\n`,
});
