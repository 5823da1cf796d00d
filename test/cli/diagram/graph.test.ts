import { RootConstruct } from 'constructs';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { graphOf } from '../../../lib/cli/diagram/graph';
import { mermaidText } from '../../../lib/cli/diagram/mermaid';
import { svgText } from '../../../lib/cli/diagram/svg';
import { Api, ProxyFunction } from '../../../lib/constructs';
import { readSpec, type GatewaySpec, type GatewaySpecInput } from '../../../lib/spec';
import { specOf } from '../../support/declaration';
import { MAPPED, PROXY, spec } from './shop';

/** The diagrams of an API with all kinds of parts; `GOLDEN=write` writes them anew. Look at the picture before you commit it. */
const GOLDEN = path.join(__dirname, 'golden');
const FINGERPRINT = 'f'.repeat(64);

const read = (input: GatewaySpecInput): GatewaySpec => readSpec(input, 'test').spec;
const graph = (input: GatewaySpecInput) => graphOf(read(input), FINGERPRINT);
const mermaid = (input: GatewaySpecInput): string => mermaidText([graph(input)]);
const svg = (input: GatewaySpecInput): string => svgText([graph(input)]);
const golden = (name: string, text: string): string => {
  if (process.env.GOLDEN === 'write') writeFileSync(path.join(GOLDEN, name), text);
  return readFileSync(path.join(GOLDEN, name), 'utf8');
};

test.each([['shop.mmd', mermaid(spec())], ['shop.svg', svg(spec())]])('draws every kind of part: %s', (name, text) => {
  expect(text).toBe(golden(name, text));
});

test('the order of members does not matter', () => {
  const { resources = {}, stages = {}, ...rest } = spec();
  const reversed = <Node>(nodes: Readonly<Record<string, Node>>) => Object.fromEntries(Object.entries(nodes).reverse());
  const turned = { ...rest, resources: reversed(resources), stages: reversed(stages) };
  expect([mermaid(turned), svg(turned)]).toEqual([mermaid(spec()), svg(spec())]);
});

test('routes of one function keep their own authorizers: each path is the way of a route', () => {
  const lines = mermaid(spec()).split('\n').filter((line) => line.includes('orders'));
  expect(lines.map((line) => line.trim())).toEqual([
    'api1route7["GET /orders"] --> api1authorization2{{"IAM<br>signed requests"}}',
    'api1route8["PUT /orders<br>API key"] --> api1authorization3{{"Tokens<br>token authorizer → Decide"}}',
    'api1integration8 --> api1function3[["${stageVariables.orders}"]]',
  ]);
});

test('stages lead to the definition, a canary by a dashed edge; another deployment has its fingerprint', () => {
  const pinned = spec({ stages: { test: { deployment: FINGERPRINT }, prod: { deployment: 'a'.repeat(64), canary: { percentTraffic: 10 } } } });
  expect(mermaid(pinned).split('\n').filter((line) => line.includes('stage'))).toEqual([
    expect.anything(), // a stage variable
    '  api1stage1(["prod<br>canary: 10 %"]) --> api1deployment1("aaaaaaaaaaaa<br>pinned deployment")',
    '  api1stage1 -.-> api1',
    '  api1stage2(["test"]) --> api1',
  ]);
  expect(svg(pinned)).toContain('>canary: 10 %</text>');
  expect(svg(pinned)).toContain('class="edge canary"');
});

test('each kind of API names its routes in its own way', () => {
  const routes = (...paths: string[]): GatewaySpecInput['resources'] => Object.fromEntries(
    paths.map((at, index) => [at, { id: `r${index}`, methods: { ANY: { integration: PROXY('F') } } }]));
  const url: GatewaySpecInput = {
    format: 'synthgate/1', api: { id: 'u', name: 'Url' }, functions: { F: { code: 'f', handler: 'i.h' } }, stages: { prod: {} },
  };
  const http: GatewaySpecInput = { ...url, protocol: 'http', api: { ...url.api, cors: { allowOrigins: ['*'] } }, resources: routes('/$default') };
  const chat: GatewaySpecInput = { ...url, protocol: 'websocket', resources: routes('/$connect', '/chat%2Fjoin') };
  expect(mermaid(http)).toContain('"Url (HTTP API)"');
  expect(mermaid(http)).toMatch(/route1\["\$default"\][^]*route2\["OPTIONS of every route"\] --> api1integration2\("CORS preflight"\)/);
  expect(mermaid({ ...http, protocol: 'function-url' })).toContain('"Url (function URL)"');
  expect(mermaid(chat)).toMatch(/WebSocket API[^]*"\$connect"[^]*"chat\/join"/);
  expect(svg(chat)).toContain('>Route key</text>');
});

describe('texts', () => {
  const NAME = 'a <b> & "c" `d` $$e$$ #f; \\';
  const named = spec({ api: { id: 'x', name: NAME } });

  test('are escaped in Mermaid: quotes, entities, tags, Markdown and formulas', () => {
    expect(mermaid(named)).toContain('["a #60;b#62; #38; #34;c#34; #96;d#96; #36;$e#36;$ #35;f; #92; (REST API)"]');
  });

  test('are escaped in SVG, and without characters that XML does not have', () => {
    const text = svg(spec({ api: { id: 'x', name: `${NAME} \u0001\ud800` } }));
    expect(text).toContain('>a &lt;b&gt; &amp; &quot;c&quot; `d` $$e$$ #f; \\ \ufffd\ufffd (REST API)</text>');
    expect(text).not.toMatch(/<b>|\u0001/);
  });

  test('that are long lose their middle in SVG, and are whole in a title', () => {
    const long = `/${'long/'.repeat(20)}end`;
    const text = svg(spec({ resources: { [long]: { id: 'l', methods: { GET: { integration: MAPPED('Pets') } } } } }));
    expect(text).toContain(`<title>GET ${long}</title>`);
    expect(text).toMatch(/>GET \/long\/[^<]*…[^<]*long\/end<\/text>/);
    expect(mermaid(spec({ resources: { [long]: { id: 'l', methods: { GET: { integration: MAPPED('Pets') } } } } }))).toContain(`"GET ${long}"`);
  });
});

test('boxes of one column do not touch each other, and stay inside of the picture', () => {
  const text = svg(spec());
  const [, width = '0', height = '0'] = /width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  const boxes = [...text.matchAll(/<rect class="box \w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(([, ...numbers]) => numbers.map(Number));
  expect(boxes.length).toBeGreaterThan(20);
  for (const [index, [x = 0, y = 0, boxWidth = 0, boxHeight = 0]] of boxes.entries()) {
    expect(x + boxWidth).toBeLessThan(Number(width));
    expect(y + boxHeight).toBeLessThan(Number(height));
    const later = boxes.slice(index + 1).filter(([otherX]) => otherX === x);
    expect(later.filter(([, otherY = 0, , otherHeight = 0]) => otherY < y + boxHeight && y < otherY + otherHeight)).toEqual([]);
  }
});

test('a picture needs nothing from elsewhere', () => {
  expect(svg(spec())).not.toMatch(/<script|<image|href|url\(|@import|<foreignObject/);
});

test('several APIs are below each other', () => {
  const both = [graph(spec()), graph(spec({ api: { id: 'o', name: 'Other' } }))];
  expect(mermaidText(both)).toMatch(/subgraph api1\["Shop[^]*subgraph api2\["Other/);
  const tops = [...svgText(both).matchAll(/class="frame" x="\d+" y="(\d+)" width="\d+" height="(\d+)"/g)].map(([, y, height]) => [Number(y), Number(height)]);
  expect((tops[1]?.[0] ?? 0) - (tops[0]?.[0] ?? 0)).toBeGreaterThan(tops[0]?.[1] ?? Infinity);
});

test('the README shows the diagram of its example', () => {
  const root = new RootConstruct();
  const api = new Api(root, 'PetsApi');
  const pets = new ProxyFunction(root, 'Pets', { entry: 'src/pets.ts' });
  const resource = api.root.addResource('pets');
  resource.addMethod('GET', pets);
  resource.addResource('{petId}').addMethod('GET', pets);
  const readme = readFileSync(path.join(__dirname, '../../../README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`mermaid\n${mermaidText([graphOf(specOf(api), FINGERPRINT)])}\`\`\``);
});
