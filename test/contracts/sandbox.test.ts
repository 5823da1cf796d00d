import { Api, HttpIntegration, MappedIntegration, MockIntegration, type IModel, type MethodOptions } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';

/** A gateway with patterns, schemas and templates that hostile input can make slow. Neighbors are answered meanwhile. */
let gateway: DeclaredGateway;
const JSON_TYPE = { 'Content-Type': 'application/json' };

beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Hard', { deployOptions: { stageName: 'dev' } });
    const done = new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': 'done' } }],
    });
    api.root.addResource('neighbor').addMethod('GET', done);
    const checked = (name: string, schema: Record<string, unknown>, options: MethodOptions = {}) => {
      const model: IModel = api.addModel(name, { modelName: name, schema });
      api.root.addResource(name).addMethod('POST', done, {
        requestModels: { 'application/json': model }, requestValidatorOptions: { validateRequestBody: true }, ...options,
      });
    };
    checked('alternation', { type: 'string', pattern: '^(a|a)*$' });
    checked('backreference', { type: 'string', pattern: '^(a+)+\\1$' });
    checked('spaces', { type: 'string', pattern: '\\s+$' });
    checked('unique', { type: 'array', uniqueItems: true });
    checked('tree', { type: 'object', properties: { child: { $ref: '#' } } });
    const way = { properties: { c: { $ref: '#' }, x: { type: 'integer' } } };
    checked('fork', { anyOf: [way, { ...way, minProperties: 1 }] });
    checked('numbers', { type: 'array', items: { type: 'integer' } });
    checked('required', { type: 'object', required: ['name'] });
    const echo = functionOf(app, 'Echo', '(event) => ({ statusCode: 200, body: String((event.body ?? "").length) })');
    api.root.addResource('proxy').addMethod('POST', echo);
    const throws = functionOf(app, 'Throws', '(event) => { throw new Error(event.message); }');
    const selecting = (name: string, selectionPattern: string) => api.root.addResource(name).addMethod('POST', new MappedIntegration(throws, {
      integrationResponses: [
        { statusCode: '200', responseTemplates: { 'application/json': 'default' } },
        { statusCode: '400', selectionPattern, responseTemplates: { 'application/json': 'selected' } },
      ],
    }), { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] });
    selecting('select-plus', '^(a+)+$');
    selecting('select-back', '(a+)+\\1$');
    selecting('select-poly', '.*a.*a.*a.*a.*b');
    const templated = (name: string, template: string) => api.root.addResource(name).addMethod('POST', new MockIntegration({
      requestTemplates: { 'application/json': `${template}#set($context.responseOverride.header.X-Seen = "yes"){"statusCode": 200}` },
      integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': 'done' } }],
    }));
    const loop = (inside: string) => `#foreach($a in $input.path('$.l'))${inside}#end`;
    templated('loops', loop(loop(loop('#set($x = $a)'))));
    templated('doubling', '#set($s = "0123456789")#foreach($i in [1..40])#set($s = "$s$s")#end');
    templated('wide', "#set($x = $input.path('$..*..*..*'))");
    templated('inherited', "#set($x = $input.path('$.l').constructor.constructor('return 1'))");
    templated('pattern', "#set($x = $input.path('$.text').matches($input.path('$.pattern')))");
    templated('plain', "#set($x = $input.path('$.l'))");
    api.root.addResource('override').addMethod('POST', new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': "#set($context.responseOverride.header.X-A = $util.urlDecode('a%0d%0ab'))x" } }],
    }));
    api.root.addResource('broken').addMethod('POST', new MappedIntegration(throws, {
      requestTemplates: { 'application/json': '{"a": $input.path("$.missing")}' }, integrationResponses: [{ statusCode: '200' }],
    }));
    api.root.addResource('unused').addMethod('POST', new HttpIntegration('http://127.0.0.1:9/', { integrationResponses: [{ statusCode: '200' }] }));
  });
  // everything that happens once has happened
  await post('plain', '{"l":[]}');
});
afterAll(() => gateway.close());

const post = (name: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`${gateway.url}/dev/${name}`, { method: 'POST', headers, body });

/** Sends the expensive request; returns it and whether three concurrent requests were answered before it. */
async function withNeighbor(name: string, body: string) {
  const order: string[] = [];
  const hard = post(name, body).then(async (response) => {
    order.push('hard');
    return { status: response.status, text: await response.text(), headers: response.headers };
  });
  // the body has arrived when the gateway works on it; a concurrent request is answered all the same
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let count = 0; count < 3; count += 1) {
    expect(await (await fetch(`${gateway.url}/dev/neighbor`)).text()).toBe('done');
    order.push('neighbor');
  }
  return { ...await hard, order };
}

const codesSince = (before: number) => gateway.log.slice(before).map(({ code }) => code);
const items = (count: number, make: (index: number) => string) => `[${Array.from({ length: count }, (_, index) => make(index)).join(',')}]`;

describe('long work is given up after a second, and neighbors are answered meanwhile', () => {
  test.each([
    ['V02 a back reference, 40 characters', 'backreference', `"${'a'.repeat(40)}!"`, 400],
    ['V05 uniqueItems, 20,000 objects', 'unique', items(20_000, (index) => `{"a":${index}}`), 400],
    ['alternatives that contain themselves, 40 deep', 'fork', `${'{"c":'.repeat(40)}{"x":""}${'}'.repeat(40)}`, 400],
    ['V13 loops inside of loops', 'loops', `{"l":${items(1000, String)}}`, 500],
    ['a pattern that the client sends', 'pattern', `{"pattern":"(a+)+\\\\1","text":"${'a'.repeat(60)}!"}`, 500],
  ])('%s', async (_id, name, body, status) => {
    const before = gateway.log.length;
    const answer = await withNeighbor(name, body);
    expect(answer.order).toEqual(['neighbor', 'neighbor', 'neighbor', 'hard']);
    expect(answer.status).toBe(status);
    expect(codesSince(before)).toContain('SANDBOX_TIMEOUT');
  });

  test('V02 a selection pattern that refers back, on a message of 60 characters: it selects nothing', async () => {
    const { order, text } = await withNeighbor('select-back', JSON.stringify({ message: `${'a'.repeat(60)}!` }));
    expect([order.at(-1), text]).toEqual(['hard', 'default']);
  });
});

describe('short work is done', () => {
  test('a selection pattern of many repetitions, on a message of 20 kB', async () => {
    const { text } = await withNeighbor('select-poly', JSON.stringify({ message: 'a'.repeat(20_000) }));
    expect(text).toBe('default');
  });

  test.each([
    ['V04 a pattern of a model, 40 characters', 'alternation', `"${'a'.repeat(40)}!"`],
    ['V03 spaces, 200 kB', 'spaces', `"${' '.repeat(200_000)}x"`],
  ])('%s: searched in linear time, so nothing is given up', async (_id, name, body) => {
    const before = gateway.log.length;
    expect((await withNeighbor(name, body)).status).toBe(400);
    expect(codesSince(before)).not.toContain('SANDBOX_TIMEOUT');
  });

  test('V01 a selection pattern that backtracks is matched by the linear engine', async () => {
    expect(await (await post('select-plus', JSON.stringify({ message: `${'a'.repeat(60)}!` }))).text()).toBe('default');
    expect(await (await post('select-plus', JSON.stringify({ message: 'a'.repeat(60) }))).text()).toBe('selected');
  });

  test('in a worker as on the main thread', async () => {
    expect((await post('alternation', '"aaa"')).status).toBe(200);
    expect((await post('alternation', '"b"')).status).toBe(400);
    expect((await post('unique', items(500, String))).status).toBe(200);
    expect((await post('unique', `[1,${items(500, String).slice(1)}`)).status).toBe(400);
    expect((await post('numbers', items(100_000, String))).status).toBe(200);
    expect((await post('numbers', `["a",${items(100_000, String).slice(1)}`)).status).toBe(400);
    expect(await (await post('select-back', '{"message":"aaaa"}')).text()).toBe('selected');
  });

  test('a large template sets overrides like a small one', async () => {
    for (const count of [10, 50_000]) {
      const response = await post('plain', `{"l":${items(count, String)}}`);
      expect([response.status, response.headers.get('x-seen')]).toEqual([200, 'yes']);
    }
  });

  test('large bodies of proxied functions are read elsewhere', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(2_000_000) });
    expect(await (await post('proxy', text)).text()).toBe(String(text.length));
    const refused = await post('proxy', `${text}x`);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Could not parse request body into json')]);
  });
});

describe('hostile texts have their answers', () => {
  test('V06 a recursive model on a body 10,000 deep is answered, not 500', async () => {
    const { status } = await post('tree', `${'{"child":'.repeat(10_000)}{}${'}'.repeat(10_000)}`);
    expect([200, 400]).toContain(status);
  });

  test('V07 a list of a million wrong items: the first one counts', async () => {
    expect((await withNeighbor('numbers', items(1_000_000, () => '"x"'))).status).toBe(400);
  });

  test.each([['numbers'], ['proxy']])('V08 ten million brackets: %s', async (name) => {
    const { status } = await post(name, '['.repeat(10_000_000));
    expect(status).toBe(400);
    expect(await (await fetch(`${gateway.url}/dev/neighbor`)).text()).toBe('done');
  });

  test('V09 800,000 keys', async () => {
    const body = `{${Array.from({ length: 800_000 }, (_, index) => `"${index}k":1`).join(',')}}`;
    expect([200, 400]).toContain((await withNeighbor('tree', body)).status);
  });

  test.each([
    ['V14 a text that doubles', 'doubling', 500],
    ['V15 inherited members', 'inherited', 200],
    ['V17 a path that matches everything', 'wide', 200],
    ['V18 a template that yields broken JSON', 'broken', 400],
    ['V18 a header with a line break', 'override', 500],
  ])('%s', async (_id, name, status) => {
    expect((await post(name, `{"l":${items(20, String)}}`)).status).toBe(status);
  });

  test('V17 the same on a large payload is given up or done, not in the way', async () => {
    const { status } = await withNeighbor('wide', `{"l":${items(60_000, (index) => `{"a":{"b":${index}}}`)}}`);
    expect([200, 500]).toContain(status);
  });

  test('V19, V20 validation and the event use the same parser: the last of two duplicate keys counts, __proto__ is ignored', async () => {
    expect((await post('required', '{"__proto__":{"name":1}}')).status).toBe(400);
    expect((await post('required', '{"name":1,"name":2}')).status).toBe(200);
  });

  test('V21 a number of a million digits', async () => {
    expect((await post('numbers', `[${'9'.repeat(1_000_000)}]`)).status).toBeLessThan(500);
  });
});
