const policy = (Effect, Resource, context) => ({
  principalId: 'me', context,
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] },
});

exports.handler = async (event) => {
  const token = event.authorizationToken.slice('Bearer '.length);
  if (token === 'error') throw new Error('authorizer is down');
  if (token === 'unauthorized') throw new Error('Unauthorized');
  return policy(token === 'allow' ? 'Allow' : 'Deny', event.methodArn, { stringKey: 'value', numberKey: 1, booleanKey: true });
};
