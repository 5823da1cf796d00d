import { sign } from 'aws4';
import { createServer, request as sendRequest, type Server } from 'node:http';
import dynalite from 'dynalite';
import { listening, portOf } from './service-server';
import { readSigned } from './signed-requests';

/** dynalite, with tables by name and key. Signatures, of integrations and functions, are checked in front of it: it checks none itself. */
export async function startDynamoDb(...tables: readonly (readonly [name: string, key: string])[]): Promise<Server> {
  const dynamoDb = dynalite({ createTableMs: 0 });
  await listening(dynamoDb);
  const checked = createServer((request, response) => {
    void readSigned(request, 'test', 'local').then((signed) => {
      if (signed?.service !== 'dynamodb') return response.writeHead(403).end();
      const inner = sendRequest({ port: portOf(dynamoDb), host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      return inner.end(signed.body);
    });
  });
  checked.on('close', () => {
    dynamoDb.closeAllConnections();
    dynamoDb.close();
  });
  await listening(checked);
  for (const [name, key] of tables) await createTable(portOf(checked), name, key);
  return checked;
}

async function createTable(port: number, TableName: string, key: string): Promise<void> {
  const body = JSON.stringify({
    TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: key, KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
  });
  const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': 'DynamoDB_20120810.CreateTable' };
  const signed = sign({ host: `127.0.0.1:${port}`, method: 'POST', path: '/', service: 'dynamodb', region: 'us-east-1', headers, body }, { accessKeyId: 'test', secretAccessKey: 'test' });
  const { ok } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: signed.headers as Record<string, string>, body }); // texts, as they were given
  if (!ok) throw new Error('the table was not created');
}
