import { randomBytes } from 'node:crypto';
import type { CallerCredential } from '../authorizers';

/**
 * A new credential for the functions of one gateway: with it they may send messages to the connections of their WebSocket APIs and close
 * them, as a role allows it on AWS, and do nothing else.
 */
export function connectionCredential(): CallerCredential {
  return {
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
    policy: { Statement: [{ Effect: 'Allow', Action: 'execute-api:ManageConnections', Resource: '*' }] },
  };
}
