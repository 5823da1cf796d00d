exports.handler = async ({ pathParameters, requestContext }) => ({
  statusCode: 200,
  body: JSON.stringify({ message: `${process.env.GREETING}, ${pathParameters.name}`, stage: requestContext.stage }),
});
