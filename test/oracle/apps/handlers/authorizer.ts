interface AuthorizerEvent {
  readonly methodArn: string;
  readonly authorizationToken?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Lets in who says `allow`. */
export const handler = ({ methodArn, authorizationToken, headers }: AuthorizerEvent) => Promise.resolve({
  principalId: 'user',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: (authorizationToken ?? headers?.['x-tenant']) === 'allow' ? 'Allow' : 'Deny', Resource: methodArn }],
  },
});
