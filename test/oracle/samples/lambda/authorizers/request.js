exports.handler = async (event) => ({
  principalId: event.headers['x-tenant'],
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{
      Action: 'execute-api:Invoke',
      Effect: event.queryStringParameters.key === 'secret' ? 'Allow' : 'Deny',
      Resource: event.methodArn.split('/').slice(0, 2).join('/') + '/*',
    }],
  },
});
