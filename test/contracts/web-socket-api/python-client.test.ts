import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { serveWebSocketApi } from '../../support/http-api';

test('a client of another language connects, sends fragments and a ping between them, and closes', async () => {
  const api = await serveWebSocketApi({
    functions: { Echo: 'async (event) => ({ statusCode: 200, body: JSON.stringify(event) })' },
    routes: { $default: { hasRouteResponse: true, integration: { type: 'proxy', function: 'Echo' } } },
    stages: { prod: {} },
  });
  try {
    const { stdout } = await promisify(execFile)('python3', [path.join(__dirname, 'client.py'), `${api.url}/prod`]);
    expect(JSON.parse(stdout)).toEqual({
      status: '101', accepted: true, pong: [10, 'are you there'], body: '{"action": "hello ✓"}', closed: [8, 1000], ended: true,
    });
  } finally {
    await api.close();
  }
});
