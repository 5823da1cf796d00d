import { handle } from 'synthgate/contract';
import { getOrder } from '../contracts';
import { headers } from './headers';

export const handler = handle(getOrder, ({ params: { orderId } }) => {
  if (orderId !== '7') return { status: 404, body: { title: 'Not Found', detail: `there is no order ${orderId}` } };
  return { status: 200, body: { id: orderId, status: 'shipped', items: [{ sku: 'tea-7', count: 2 }] } };
}, { headers });
