import type { App } from 'aws-cdk-lib';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json';
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { createTestGateway, type TestGateway } from '../../lib/testing';
import { startDynamoDb } from '../support/aws/dynamo-db';
import { closed, portOf, startServices, type ServiceServer } from '../support/aws/service-server';
import { CREDENTIALS } from '../support/samples/call';
import { answerTo, expectedOf, startBackend, uncalled } from '../support/samples/call-app';
import { SAMPLES } from '../support/samples/calls';
import { loadApp } from '../support/samples/load-app';
import { withOurModule } from '../support/samples/migrate';
import { typeErrorsOf } from '../support/samples/type-check';
import { newDirectory } from '../support/temporary-directory';

/* Apps in the manner of public samples. Only the module that they import their API from is changed; then everything they have is called. */

const FOLDER = path.join(__dirname, 'samples');
const NAMES = readdirSync(FOLDER).filter((file) => file.endsWith('.ts')).map((file) => path.basename(file, '.ts'));
const TABLES = [['items', 'id'], ['HelloHitCounterHits7AAEBF80', 'path']] as const;

let dynamoDb: Server;
let backend: Server;
let services: ServiceServer;
beforeAll(async () => { [dynamoDb, backend] = await Promise.all([startDynamoDb(...TABLES), startBackend()]); });
afterAll(async () => {
  await Promise.all([dynamoDb, backend].map(closed));
});

test('every app is called', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(NAMES.sort());
});

test('no app has a type error', () => {
  expect(typeErrorsOf(new Map(NAMES.map((name) => [path.join(FOLDER, `${name}.migrated.ts`), withOurModule(sourceOf(name))])))).toEqual([]);
});

describe.each(NAMES)('%s', (name) => {
  let app: App;
  beforeAll(async () => {
    app = load(name, withOurModule(sourceOf(name)));
    services = await startServices('test');
  });
  afterAll(() => services.close());

  test('its templates are the same', () => {
    expect(templatesOf(app)).toEqual(templatesOf(load(name, sourceOf(name))));
  });

  test('it answers as on API Gateway', async () => {
    const { calls, received = {} } = SAMPLES[name];
    const gateway = await serve(app, services.url);
    try {
      const answers = [];
      for (const call of calls) answers.push(await answerTo(gateway, call));
      expect(answers).toEqual(calls.map(expectedOf));
      expect(uncalled(gateway, calls)).toEqual([]);
      for (const [service, requests] of Object.entries(received)) expect(services.received(service)).toEqual(requests);
    } finally {
      await gateway.close();
    }
  });
});

function sourceOf(name: string): string {
  return readFileSync(path.join(FOLDER, `${name}.ts`), 'utf8');
}

function load(name: string, source: string): App {
  const context = { ...recommended, proxy_url: `http://127.0.0.1:${portOf(backend)}` };
  return loadApp(source, path.join(FOLDER, `${name}.ts`), { outdir: newDirectory(), context });
}

/** By the names of their files. */
function templatesOf(app: App): Record<string, unknown> {
  const { directory } = app.synth();
  const files = readdirSync(directory).filter((file) => file.endsWith('.template.json'));
  return Object.fromEntries(files.map((file) => [file, JSON.parse(readFileSync(path.join(directory, file), 'utf8'))]));
}

/** Services and tables are on this machine; functions find them as AWS's clients find endpoints. */
function serve(app: App, services: string): Promise<TestGateway> {
  const dynamodb = `http://127.0.0.1:${portOf(dynamoDb)}`;
  return createTestGateway(app, {
    awsEndpoints: { '*': services, dynamodb }, functionEnvironment: { '*': { AWS_ENDPOINT_URL_DYNAMODB: dynamodb } }, lambdaEndpoint: true,
    credentials: [CREDENTIALS], now: Date.now(),
  });
}
