/// <reference lib="dom" />
// A page that calls the API. Of the contracts it imports types only, so no schema is in its bundle.
import { createClient, GatewayError } from 'synthgate/contract';
import type { OrdersApi } from '../contracts';

const call = createClient<OrdersApi>({ baseUrl: new URLSearchParams(location.search).get('api') ?? '' });

export async function placeOrder(sku: string): Promise<string> {
  const answer = await call('POST /orders', { body: { items: [{ sku, count: 2 }] } });
  if (answer instanceof GatewayError) return `refused: ${answer.message}`;
  return `${answer.body.status}: ${answer.body.items.map((item) => item.sku).join(', ')}`;
}

document.body.textContent = await placeOrder(new URLSearchParams(location.search).get('sku') ?? '');
