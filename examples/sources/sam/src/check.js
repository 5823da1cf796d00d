exports.handler = async ({ authorizationToken, methodArn }) => ({
  principalId: 'reader',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: authorizationToken === 'let-me-in' ? 'Allow' : 'Deny', Action: 'execute-api:Invoke', Resource: methodArn }],
  },
});
