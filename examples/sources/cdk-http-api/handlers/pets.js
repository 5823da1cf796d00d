// A result without a status is the body of a response: 200, application/json.
exports.handler = async ({ routeKey, pathParameters, queryStringParameters = {}, requestContext: { authorizer } }) => ({
  routeKey,
  pet: pathParameters.petId,
  color: queryStringParameters.color ?? null,
  by: authorizer?.lambda.name ?? null,
});
