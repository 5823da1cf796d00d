// Shared by service and page: in a project of several packages, a package of its own. It has schemas and no code of either side.
import { contract, type ContractsOf } from 'synthgate/contract';
import { z } from 'zod';

const Item = z.object({ sku: z.string().min(3).max(12), count: z.int().min(1).max(99) });
const NewOrder = z.object({ items: z.array(Item).min(1).max(20), note: z.string().max(200).optional() });
const Order = NewOrder.extend({ id: z.string(), status: z.enum(['open', 'shipped']) });
const Problem = z.object({ title: z.string(), detail: z.string() });
const notFound = { body: Problem, contentType: 'application/problem+json' };

export const createOrder = contract('POST /orders', {
  operationName: 'createOrder',
  body: NewOrder,
  responses: { 201: { body: Order, headers: z.object({ location: z.string() }) } },
  examples: [{ body: { items: [{ sku: 'tea-7', count: 2 }] } }],
});

export const getOrder = contract('GET /orders/{orderId}', { operationName: 'getOrder', responses: { 200: Order, 404: notFound } });

export const listOrders = contract('GET /orders', {
  operationName: 'listOrders',
  query: z.object({ page: z.coerce.number().int().min(1).max(1000).default(1), status: Order.shape.status.optional() }),
  responses: { 200: z.object({ page: z.number(), orders: z.array(Order) }) },
});

export type OrdersApi = ContractsOf<typeof createOrder | typeof getOrder | typeof listOrders>;
