exports.handler = async ({ requestContext }) => ({ statusCode: 200, body: JSON.stringify(requestContext.authorizer ?? null) });
