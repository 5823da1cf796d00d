import { from, type Sample } from '../call';

const allows = (origin: string, methods: string) => ({ headers: { 'access-control-allow-origin': origin, 'access-control-allow-methods': methods } });
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** Apps whose methods call functions. */
export const FUNCTION_SAMPLES: Readonly<Record<string, Sample>> = {
  'authorizers': {
    calls: [
      ['GET /prod/', 200, { body: { principalId: 'me', stringKey: 'value', numberKey: '1', booleanKey: 'true' } }, bearer('allow')],
      ['GET /prod', 404, { body: { Message: 'User is not authorized to access this resource with an explicit deny in an identity-based policy' } }, bearer('deny')],
      ['GET /prod/', 401, { body: { message: 'Unauthorized', type: 'UNAUTHORIZED' }, headers: { 'access-control-allow-origin': '*' } }],
      ['GET /prod/', 401, { body: { message: 'Unauthorized' } }, { headers: { Authorization: 'Basic allow' } }],
      ['GET /prod/', 401, { body: { message: 'Unauthorized' } }, bearer('unauthorized')],
      ['GET /prod/', 500, { body: { message: null } }, bearer('error')],
      ['GET /prod/tenants?key=secret', 200, { body: { principalId: 'a' } }, { headers: { 'x-tenant': 'a' } }],
      ['GET /prod/tenants?key=other', 404, {}, { headers: { 'x-tenant': 'a' } }],
      ['GET /prod/tenants?key=secret', 401],
      ['GET /prod/tenants', 401, {}, { headers: { 'x-tenant': 'a' } }],
      ['GET /prod/open', 200, { body: 'null' }],
      ['POST /prod/open', 403, { body: { message: 'Missing Authentication Token' } }],
    ],
  },
  'cognito-hello': {
    calls: [
      ['GET /dev/HELLO', 401, { body: { message: 'Unauthorized' } }],
      ['GET /dev/HELLO', 200, { body: "Hello, ann@books.example! You've hit GET /HELLO" }, { token: { claims: { email: 'ann@books.example' } } }],
      ['GET /dev/books', 401],
      ['GET /dev/books', 200, {}, { token: {} }],
      ['GET /dev/books', 401, {}, { token: { claims: { exp: 1 } } }],
      ['POST /dev/books', 401, {}, bearer('x')],
      ['POST /dev/books', 401, {}, { token: {} }],
      ['POST /dev/books', 401, {}, { token: { scopes: ['books/read'] } }],
      ['POST /dev/books', 200, {}, { token: { scopes: ['books/write'] } }],
      ['OPTIONS /dev/books', 204, allows('*', 'OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD')],
      ['GET /dev/', 403, { body: { message: 'Missing Authentication Token' } }],
    ],
  },
  'cors-origins': {
    calls: [
      ['OPTIONS /api/', 204, allows('https://admin.example.com', 'OPTIONS,GET,POST,PUT,PATCH,DELETE'), from('https://admin.example.com')],
      ['OPTIONS /api/todos', 204, { headers: { 'access-control-allow-origin': 'http://localhost:3000', 'access-control-allow-credentials': 'true', 'vary': 'Origin' } }, from('https://evil.example.com')],
      ['OPTIONS /api/todos/1', 204, { headers: { 'access-control-allow-headers': 'Content-Type,X-Amz-Date,Authorization,X-Api-Key' } }, from('https://www.example.com')],
      ['GET /api/todos', 200, { body: "You've hit GET /todos" }],
      ['PUT /api/todos/7', 200, { body: 'PUT /todos/7' }],
      ['DELETE /api/todos/7', 403, { headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' } }],
      ['OPTIONS /api/feed', 200, { headers: { 'access-control-allow-origin': 'https://feed.example.com', 'access-control-allow-methods': 'GET', 'access-control-max-age': '600' } }],
      ['GET /api/feed', 200, { body: 'GET /feed' }],
      ['OPTIONS /api/open', 204, { headers: { 'access-control-allow-origin': '*', 'access-control-max-age': '-1', 'access-control-expose-headers': 'X-Total' } }],
      ['PATCH /api/open', 200, { body: 'PATCH /open' }],
    ],
  },
  'images': {
    calls: [
      ['GET /v1/a/b.png', 200, { headers: { 'content-type': 'image/png', 'set-cookie': 'a=1, b=2' } }, { headers: { Accept: 'image/png' } }],
      ['GET /v1/a/b.png', 200, { body: 'iVBOR/8=' }],
      ['POST /v1/length', 200, { body: { isBase64Encoded: true, bytes: 3 } }, { headers: { 'Content-Type': 'image/png' }, body: Buffer.from([255, 0, 128]) }],
      ['POST /v1/length', 200, { body: { isBase64Encoded: false, bytes: 5 } }, { headers: { 'Content-Type': 'text/plain' }, body: 'bytes' }],
      ['GET /v1/', 200],
    ],
  },
  'items-crud': {
    calls: [
      ['OPTIONS /prod/items', 200, { headers: { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'false', 'access-control-allow-methods': 'OPTIONS,GET,PUT,POST,DELETE' } }],
      ['OPTIONS /prod/items/7', 200],
      ['GET /prod/items', 200, { body: '[]' }],
      ['POST /prod/items', 400],
      ['POST /prod/items', 201, { body: { id: '7' } }, { body: { id: '7', name: 'cat' } }],
      ['GET /prod/items/7', 200, { body: { id: '7', name: 'cat' } }],
      ['PATCH /prod/items/7', 204, {}, { body: { name: 'dog' } }],
      ['GET /prod/items', 200, { body: '[{"id":"7","name":"dog"}]' }],
      ['DELETE /prod/items/7', 200],
      ['GET /prod/items/7', 404, { body: { id: '7' } }],
    ],
  },
  'private-and-iam': {
    calls: [
      ['PrivateApi GET /prod/', 403],
      ['PrivateApi GET /prod/x', 403],
      ['SignedApi GET /prod/reports', 403, { body: { message: 'Missing Authentication Token' } }],
      ['SignedApi GET /prod/reports', 200, { body: { caller: 'AKIDEXAMPLE' } }, { isSigned: true }],
      ['SignedApi GET /prod/inside', 501],
    ],
  },
  'several-stacks': {
    calls: [
      ['GET /prod/pets', 200],
      ['GET /prod/books/dune', 200, { body: 'GET /books/dune' }],
      ['GET /prod/', 500],
      ['GET /prod/films', 403],
    ],
  },
  'spec-and-mocks': {
    calls: [
      ['pets GET /prod/pets/7', 200, { body: '{"id":"7"}' }],
      ['MockApi GET /mock/health', 200, { body: '{"status": "ok", "stage": "mock"}' }],
      ['MockApi GET /mock/choose', 200, { body: { ok: true } }],
      ['MockApi GET /mock/choose?fail=yes', 500, { body: { ok: false } }],
    ],
  },
  'stages': {
    calls: [
      ['GET /prod/orders', 200, { body: { stage: 'prod', table: 'orders-prod', on: 'prod' } }],
      ['GET /test/orders', 200, { body: { stage: 'test' } }],
      ['GET /dev/orders', 200, { body: { stage: 'dev' } }],
      ['GET /dev/orders', 429, { body: { message: 'Too Many Requests' } }],
      ['GET /staging/orders', 403, { body: { message: 'Forbidden' } }],
    ],
  },
  'streaming': {
    calls: [
      ['POST /prod/chat', 201, { body: 'data: a\n\ndata: b\n\n', headers: { 'content-type': 'text/event-stream', 'x-method': 'POST' } }, { body: { words: ['a', 'b'] } }],
      ['GET /prod/buffered', 200, { body: 'whole' }],
    ],
  },
  'usage-plans': {
    calls: [
      ['GET /prod/v1/echo', 403, { body: { message: 'Forbidden' } }],
      ['GET /prod/v1/echo', 403, {}, { headers: { 'x-api-key': 'unplanned-key-of-20-characters' } }],
      ['GET /prod/v1/echo', 200, {}, { headers: { 'x-api-key': 'gold-key-of-20-characters' } }],
      ['GET /prod/v1/echo', 200, {}, { headers: { 'x-api-key': 'basic-key-of-20-characters' } }],
      ['GET /prod/v1/echo', 200, {}, { headers: { 'x-api-key': 'basic-key-of-20-characters' } }],
      ['GET /prod/v1/echo', 429, { body: { message: 'Too Many Requests' } }, { headers: { 'x-api-key': 'basic-key-of-20-characters' } }],
      ['POST /prod/v1/echo', 200, { body: 'POST /v1/echo' }],
    ],
  },
  'validation': {
    calls: [
      ['GET /prod/v1?who=Ann', 200, { body: { state: 'ok', greeting: '"hello Ann"' }, headers: { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' } }],
      ['GET /prod/v1?who=nobody', 400, { body: { state: 'error', message: 'nobody is there' } }],
      ['GET /prod/v1', 400, { body: { message: 'Missing required request parameters: [who]' } }],
      ['POST /prod/orders', 201, { body: { id: 'o-1' } }, { body: { id: 'o-1', lines: [{ sku: 'x', count: 2 }] } }],
      ['POST /prod/orders', 400, { body: { message: 'Invalid request body' } }, { body: { id: 'o-1', lines: [] } }],
      ['POST /prod/orders', 400, { body: { message: 'Invalid request body' } }, { body: { id: 'x', lines: [{ sku: 'x' }] } }],
      ['POST /prod/orders', 400, { body: { message: 'Invalid request body' } }, { body: '{' }],
    ],
  },
  'waf-and-domain': {
    calls: [
      ['GET /prod/', 200, { body: { path: '/', resource: '/' } }],
      ['DELETE /prod/a/b', 200, { body: { path: '/a/b', resource: '/{proxy+}' } }],
    ],
  },
  'widgets': {
    calls: [
      ['GET /prod/', 200, { body: { widgets: [] } }],
      ['POST /prod/example', 200, { body: 'example created' }],
      ['GET /prod/example', 200, { body: 'example created' }],
      ['DELETE /prod/example', 200, { body: 'Successfully deleted widget example' }],
      ['GET /prod/example', 404],
      ['PUT /prod/example', 403],
    ],
  },
  'workshop': {
    calls: [
      ['GET /prod/hello', 200, { body: "You've hit GET /hello", headers: { 'content-type': 'text/plain' } }],
      ['POST /prod/', 200, { body: 'POST /' }],
    ],
  },
};
