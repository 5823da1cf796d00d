import { handle } from 'synthgate/contract';
import { listOrders } from '../contracts';
import { headers } from './headers';

// `page` is a number here: the schema has read it, and has its default
export const handler = handle(listOrders, ({ query: { page } }) => ({ status: 200, body: { page, orders: [] } }), { headers });
