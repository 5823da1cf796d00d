import { handle } from 'synthgate/contract';
import { createOrder } from '../contracts';
import { headers } from './headers';

export const handler = handle(createOrder, ({ body, context }) => {
  const order = { ...body, id: context.awsRequestId, status: 'open' as const };
  return { status: 201, headers: { location: `/orders/${order.id}` }, body: order };
}, { headers });
