import { execFileSync } from 'node:child_process';
import path from 'node:path';

/* Middy is an ES module only: it runs in a process of its own, with the built package. */

const root = path.resolve(__dirname, '..', '..', '..');

function run(code: string): unknown {
  return linesOf(code)[0];
}

/** The lines of JSON that a program prints. */
function linesOf(code: string): unknown[] {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  return output.trim().split('\n').map((line) => JSON.parse(line));
}

const HANDLER = `
  import middy from '@middy/core';
  import { z } from 'zod';
  import { contract, handle } from 'synthgate/contract';
  const body = z.object({ n: z.coerce.number().min(1) });
  const put = contract('PUT /n', { body, responses: { 200: z.object({ n: z.number() }) } });
  const seen = [];
  const tracing = {
    before: ({ event }) => { seen.push('before ' + event.httpMethod); },
    after: (request) => { seen.push('after ' + request.response.statusCode); request.response.headers['x-traced'] = 'yes'; },
    onError: (request) => { seen.push('error ' + request.error.message); return { statusCode: 503, headers: {}, body: 'later' }; },
  };
  const context = { getRemainingTimeInMillis: () => 1000, awsRequestId: 'id' };
  const event = (body) => ({ httpMethod: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
`;

test('a handler runs inside middy: middleware sees its event, its answer and its refusals', () => {
  const result = run(`${HANDLER}
    const handler = middy(handle(put, ({ body }) => ({ status: 200, body: { n: body.n + 1 } }))).use(tracing);
    const answers = [await handler(event({ n: '2' }), context), await handler(event({ n: 0 }), context)];
    console.log(JSON.stringify([answers.map(({ statusCode, headers, body }) => [statusCode, headers['x-traced'], JSON.parse(body)]), seen]));
  `);
  expect(result).toEqual([
    [[200, 'yes', { n: 3 }], [400, 'yes', { message: 'Invalid request body', issues: [expect.stringMatching(/^body\.n: /)] }]],
    ['before PUT', 'after 200', 'before PUT', 'after 400'],
  ]);
});

test('what a handler throws reaches the middleware of errors, which may answer', () => {
  const result = run(`${HANDLER}
    const handler = middy(handle(put, () => { throw new Error('the database is away'); })).use(tracing);
    const answer = await handler(event({ n: 2 }), context);
    console.log(JSON.stringify([answer.statusCode, answer.body, seen]));
  `);
  expect(result).toEqual([503, 'later', ['before PUT', 'error the database is away']]);
});

test('the contract reads the body that middleware has written', () => {
  const result = run(`${HANDLER}
    const naming = { before: ({ event }) => { event.body = JSON.stringify({ n: 41 }); } };
    const handler = middy().use(naming).handler(handle(put, ({ body, event }) => ({ status: 200, body: { n: body.n + event.body.length } })));
    console.log((await handler(event({}), context)).body);
  `);
  expect(result).toEqual({ n: 49 });
});

test('Powertools logs around a handler with its middleware', () => {
  const lines = linesOf(`${HANDLER}
    import { Logger } from '@aws-lambda-powertools/logger';
    import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
    const logger = new Logger({ serviceName: 'numbers' });
    const inside = handle(put, ({ body }) => { logger.info('put', { n: body.n }); return { status: 200, body: { n: body.n } }; });
    const { statusCode } = await middy(inside).use(injectLambdaContext(logger))(event({ n: 2 }), context);
    console.log(statusCode);
  `);
  expect(lines).toEqual([expect.objectContaining({ message: 'put', service: 'numbers', n: 2, function_request_id: 'id' }), 200]);
});
