import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

interface Order {
  readonly item: string;
  readonly count: number;
}

type Item = Record<string, AttributeValue>;

const TableName = process.env.TABLE;
const client = new DynamoDBClient({});

export async function handler({ httpMethod, resource, pathParameters, body }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const id = pathParameters?.id ?? randomUUID();
  switch (`${httpMethod} ${resource}`) {
    case 'GET /orders': return answer(200, ((await client.send(new ScanCommand({ TableName }))).Items ?? []).map(read));
    case 'POST /orders': return answer(201, await write(id, body));
    case 'PUT /orders/{id}': return answer(200, await write(id, body));
    case 'GET /orders/{id}': return found((await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))).Item);
    case 'DELETE /orders/{id}': return found((await client.send(new DeleteItemCommand({ TableName, Key: { id: { S: id } }, ReturnValues: 'ALL_OLD' }))).Attributes);
    default: return answer(405, { message: 'Method Not Allowed' });
  }
}

/** The model has checked the body. */
async function write(id: string, body: string | null): Promise<Order & { readonly id: string }> {
  const { item, count } = JSON.parse(body ?? '') as Order;
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, item: { S: item }, count: { N: String(count) } } }));
  return { id, item, count };
}

function read({ id, item, count }: Item): object {
  return { id: id?.S, item: item?.S, count: Number(count?.N) };
}

function found(item: Item | undefined): APIGatewayProxyResult {
  return item === undefined ? answer(404, { message: 'Not Found' }) : answer(200, read(item));
}

function answer(statusCode: number, value: unknown): APIGatewayProxyResult {
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
