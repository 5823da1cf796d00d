exports.handler = async ({ resource, requestContext }) => ({
  statusCode: 200,
  body: JSON.stringify({ resource, reader: requestContext.authorizer?.principalId ?? null }),
});
