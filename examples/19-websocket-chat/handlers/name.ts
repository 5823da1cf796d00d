interface Handshake {
  readonly methodArn: string;
  readonly queryStringParameters: { readonly name?: string };
}

/** Lets everybody in who has a name of small letters. All later events of the connection have it as principalId. */
export const handler = async ({ methodArn, queryStringParameters: { name = '' } }: Handshake) => ({
  principalId: name,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: /^[a-z]{1,20}$/.test(name) ? 'Allow' : 'Deny', Resource: methodArn }],
  },
});
