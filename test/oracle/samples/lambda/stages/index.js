exports.handler = async ({ stageVariables, requestContext }) => ({
  statusCode: 200, body: JSON.stringify({ ...stageVariables, on: requestContext.stage }),
});
