import { ApiGatewayManagementApiClient, GoneException, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi';

interface ChatEvent {
  readonly requestContext: {
    readonly routeKey: string;
    readonly connectionId: string;
    readonly domainName: string;
    readonly stage: string;
    readonly authorizer: { readonly principalId: string };
  };
  readonly body?: string;
}

/** Names by connection. */
const present = new Map<string, string>();

/** All events of the chat: somebody comes, says something, asks who is there, goes. */
export const handler = async ({ requestContext, body = '{}' }: ChatEvent) => {
  const { routeKey, connectionId, authorizer: { principalId: name } } = requestContext;
  const others = [...present.keys()].filter((id) => id !== connectionId);
  switch (routeKey) {
    case '$connect': // its own connection is open only after this
      present.set(connectionId, name);
      await send(requestContext, others, { from: name, text: 'is here' });
      break;
    case '$disconnect':
      present.delete(connectionId);
      await send(requestContext, others, { from: name, text: 'has left' });
      break;
    case 'say':
      present.set(connectionId, name);
      await send(requestContext, [...present.keys()], { from: name, text: JSON.parse(body).text });
      break;
    case 'who':
      return { statusCode: 200, body: JSON.stringify({ present: [...present.values()].sort() }) };
  }
  return { statusCode: 200 };
};

async function send({ domainName, stage }: ChatEvent['requestContext'], connectionIds: readonly string[], message: object): Promise<void> {
  const client = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  await Promise.all(connectionIds.map(async (ConnectionId) => {
    try {
      await client.send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(message) }));
    } catch (error) {
      if (!(error instanceof GoneException)) throw error;
      present.delete(ConnectionId); // it ended without saying so
    }
  }));
}
