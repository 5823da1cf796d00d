import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const db = new DynamoDBClient({});
const TableName = process.env.TABLE_NAME;

const answer = (statusCode: number, body: unknown): APIGatewayProxyResult => ({
  statusCode, headers: { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }, body: JSON.stringify(body),
});

export const items = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  if (event.httpMethod === 'GET') {
    const { Items = [] } = await db.send(new ScanCommand({ TableName }));
    return answer(200, Items.map(({ id, name }) => ({ id: id.S, name: name.S })));
  }
  if (event.body === null) return answer(400, 'invalid request, you are missing the parameter body');
  const { id, name } = JSON.parse(event.body) as Record<string, string>;
  await db.send(new PutItemCommand({ TableName, Item: { id: { S: id }, name: { S: name } } }));
  return answer(201, { id });
};

export const item = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const id = event.pathParameters?.id ?? '';
  const Key = { id: { S: id } };
  if (event.httpMethod === 'DELETE') {
    await db.send(new DeleteItemCommand({ TableName, Key }));
    return answer(200, '');
  }
  if (event.httpMethod === 'PATCH') {
    const { name } = JSON.parse(event.body ?? '{}') as Record<string, string>;
    await db.send(new UpdateItemCommand({
      TableName, Key, UpdateExpression: 'set #name = :name', ExpressionAttributeNames: { '#name': 'name' }, ExpressionAttributeValues: { ':name': { S: name } },
    }));
    return answer(204, '');
  }
  const { Item } = await db.send(new GetItemCommand({ TableName, Key }));
  return Item === undefined ? answer(404, { id }) : answer(200, { id: Item.id.S, name: Item.name.S });
};
