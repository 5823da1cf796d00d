import { randomBytes } from 'node:crypto';
import type { FunctionCredential } from '../authorizers';

/**
 * A new credential, of which those of the functions of one gateway are derived: with them they may send messages to the connections of the
 * WebSocket APIs that name them and close them, as a role allows it on AWS, and do nothing else.
 * @param hasOtherClock - whether the gateway has another clock than its functions
 */
export function connectionCredential(hasOtherClock: boolean): FunctionCredential {
  return {
    accessKeyId: `LOCAL${randomBytes(4).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
    hasOtherClock,
    policy: { Statement: [{ Effect: 'Allow', Action: 'execute-api:ManageConnections', Resource: '*' }] },
  };
}
