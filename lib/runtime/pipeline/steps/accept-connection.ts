import { planned, StepList } from '../../plan/step';
import type { StageRoutes, UnroutedRequest } from './route';

const accept = planned<UnroutedRequest, UnroutedRequest>('acceptConnection', (_, results) => {
  results.replied({ status: 200, headers: [], body: Buffer.alloc(0) });
});
const own = { label: 'no route', steps: StepList.begin<UnroutedRequest>().then(accept).toArray() };

/**
 * The routes $connect and $disconnect of a WebSocket API need not exist: then every client may connect.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-keys-connect-disconnect.html
 */
export const acceptUnrouted: StageRoutes['unrouted'] = ({ connection }) => (connection === undefined || connection.type === 'MESSAGE' ? undefined : own);
