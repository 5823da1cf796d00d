// Compares the verdicts of `synthgate diff` with those of openapi-diff, a public tool, for 60 pairs of OpenAPI documents: each change
// below, there and back. `node scripts/diff-cross-check.mjs` prints every pair (with a text: those whose name has it), and fails if a
// verdict differs from DISAGREEMENTS, which docs/guides/review-changes.md explains. It needs the build, and installs the other tool in
// node_modules/.cache.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const OTHER = 'openapi-diff@0.24.1';

/** Pairs with different verdicts: ours, theirs. The reasons are in the guide. */
const DISAGREEMENTS = {
  'a path becomes greedy, back': 'breaking, compatible',
  'a literal path beside a parameter': 'breaking, compatible',
  'a literal path beside a parameter, back': 'compatible, breaking',
  'a query parameter is required': 'breaking, compatible',
  'a required query parameter is added': 'breaking, compatible',
  'a required header is added': 'breaking, compatible',
  'an optional property of the body is added': 'compatible, breaking',
  'a property of the body is removed, back': 'compatible, breaking',
  'a value of the body is gone': 'breaking, compatible',
  'a pattern of the body is new': 'breaking, compatible',
  'a pattern of the body allows all': 'breaking, compatible',
  'nothing checks requests, back': 'breaking, compatible',
  'an API key is required': 'breaking, compatible',
};

const order = () => ({
  type: 'object', required: ['item'],
  properties: { item: { type: 'string', maxLength: 80 }, count: { type: 'integer', minimum: 1 }, size: { type: 'string', enum: ['s', 'm'] } },
});

/** The document that every change is made to. */
const document = () => ({
  openapi: '3.0.1', info: { title: 'Orders', version: '1.0' },
  'x-amazon-apigateway-request-validators': { all: { validateRequestBody: true, validateRequestParameters: true } },
  'x-amazon-apigateway-request-validator': 'all',
  paths: {
    '/orders': {
      get: operation({ parameters: [{ name: 'limit', in: 'query', required: false, schema: { type: 'string' } }] }),
      post: operation({ requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } }),
    },
    '/orders/{id}': {
      get: operation({ parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }),
      delete: operation({ parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }),
    },
  },
  components: { schemas: { Order: order(), Answer: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, note: { type: 'string', maxLength: 80 } } } } },
});

function operation(settings) {
  return {
    ...settings, responses: { 200: { description: 'all', content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } } } },
    'x-amazon-apigateway-integration': { type: 'http_proxy', httpMethod: 'ANY', uri: 'https://backend.example.com/' },
  };
}

const body = (change) => (spec) => change(spec.components.schemas.Order);
const answer = (change) => (spec) => change(spec.components.schemas.Answer);

/** Changes by name. */
const CHANGES = {
  'a path is removed': (spec) => { delete spec.paths['/orders/{id}']; },
  'a method is removed': (spec) => { delete spec.paths['/orders/{id}'].delete; },
  'a path becomes greedy': (spec) => { spec.paths['/orders/{id+}'] = spec.paths['/orders/{id}']; delete spec.paths['/orders/{id}']; },
  'a path parameter is renamed': (spec) => {
    const item = JSON.parse(JSON.stringify(spec.paths['/orders/{id}']).replaceAll('"id"', '"orderId"'));
    spec.paths['/orders/{orderId}'] = item;
    delete spec.paths['/orders/{id}'];
  },
  'a literal path beside a parameter': (spec) => { spec.paths['/orders/search'] = { get: operation({}) }; },
  'a query parameter is required': (spec) => { spec.paths['/orders'].get.parameters[0].required = true; },
  'a required query parameter is added': (spec) => { spec.paths['/orders'].get.parameters.push({ name: 'page', in: 'query', required: true, schema: { type: 'string' } }); },
  'an optional query parameter is added': (spec) => { spec.paths['/orders'].get.parameters.push({ name: 'page', in: 'query', required: false, schema: { type: 'string' } }); },
  'a required header is added': (spec) => { spec.paths['/orders'].get.parameters.push({ name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } }); },
  'a property of the body is required': body((schema) => { schema.required.push('count'); }),
  'a new property of the body is required': body((schema) => { schema.required.push('color'); schema.properties.color = { type: 'string' }; }),
  'an optional property of the body is added': body((schema) => { schema.properties.color = { type: 'string' }; }),
  'a property of the body is removed': body((schema) => { delete schema.properties.size; }),
  'the body is closed': body((schema) => { schema.additionalProperties = false; }),
  'a text of the body is shorter': body((schema) => { schema.properties.item.maxLength = 40; }),
  'a number of the body is larger': body((schema) => { schema.properties.count.minimum = 2; }),
  'a value of the body is gone': body((schema) => { schema.properties.size.enum = ['s']; }),
  'a pattern of the body is new': body((schema) => { schema.properties.item.pattern = '^[a-z]+$'; }),
  'a pattern of the body allows all': body((schema) => { schema.properties.item.pattern = '^.*'; }),
  'a type of the body is another': body((schema) => { schema.properties.count = { type: 'string' }; }),
  'null is allowed in the body': body((schema) => { schema.properties.item.nullable = true; }),
  'the body is one of two': body((schema) => {
    const [properties, required] = [schema.properties, schema.required];
    for (const name of Object.keys(schema)) delete schema[name];
    schema.oneOf = [{ type: 'object', required, properties }, { type: 'array', items: { type: 'string' } }];
  }),
  'the body is written in other words': body((schema) => {
    const copy = { ...schema };
    for (const name of Object.keys(schema)) delete schema[name];
    schema.allOf = [copy];
  }),
  'nothing checks requests': (spec) => { delete spec['x-amazon-apigateway-request-validator']; },
  'an answer has a property more': answer((schema) => { schema.properties.color = { type: 'string' }; }),
  'an answer has a property less': answer((schema) => { delete schema.properties.note; }),
  'a property of an answer is optional': answer((schema) => { delete schema.required; }),
  'a text of an answer is longer': answer((schema) => { schema.properties.note.maxLength = 160; }),
  'a status is another': (spec) => { const { responses } = spec.paths['/orders'].post; responses[201] = responses[200]; delete responses[200]; },
  'an API key is required': (spec) => {
    spec.components.securitySchemes = { key: { type: 'apiKey', name: 'x-api-key', in: 'header' } };
    spec.paths['/orders'].post.security = [{ key: [] }];
  },
};

const folder = path.join(root, 'node_modules', '.cache', 'synthgate', 'cross-check');
if (!existsSync(path.join(folder, 'node_modules', 'openapi-diff'))) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', OTHER], { cwd: folder, stdio: 'inherit' });
}
const openApiDiff = createRequire(path.join(folder, 'package.json'))('openapi-diff');

const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-cross-check-'));
let failures = 0;
try {
  for (const [name, change] of Object.entries(CHANGES).filter(([name]) => name.includes(process.argv[2] ?? ''))) {
    const [before, after] = [document(), document()];
    change(after);
    for (const [title, base, head] of [[name, before, after], [`${name}, back`, after, before]]) {
      const verdicts = `${ours(base, head)}, ${await theirs(base, head)}`;
      const [own, other] = verdicts.split(', ');
      const expected = DISAGREEMENTS[title] ?? (own === other ? verdicts : 'the same');
      if (expected !== verdicts) failures += 1;
      console.log(`${expected === verdicts ? ' ' : '!'} ${title}: ${verdicts}`);
    }
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(`${2 * Object.keys(CHANGES).length} pairs, ${Object.keys(DISAGREEMENTS).length} known disagreements, ${failures} unexpected verdicts`);
process.exitCode = failures === 0 ? 0 : 1;

function ours(base, head) {
  const files = [base, head].map((spec, index) => {
    const file = path.join(temporary, `${index}.json`);
    writeFileSync(file, JSON.stringify(spec));
    return file;
  });
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bin', 'synthgate'), 'diff', ...files, '--format', 'json', '--fail-on', 'none'], { encoding: 'utf8', cwd: temporary });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).findings.some(({ level }) => level === 'breaking') ? 'breaking' : 'compatible';
}

async function theirs(base, head) {
  const [sourceSpec, destinationSpec] = [base, head].map((spec, index) => ({ content: JSON.stringify(spec), location: `${index}.json`, format: 'openapi3' }));
  try {
    return (await openApiDiff.diffSpecs({ sourceSpec, destinationSpec })).breakingDifferencesFound ? 'breaking' : 'compatible';
  } catch {
    return 'no verdict';
  }
}
