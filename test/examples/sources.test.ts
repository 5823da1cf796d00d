import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestGateway, type TestGateway } from 'synthgate/testing';

interface SentRequest {
  readonly about: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly json?: unknown };
}

const root = path.resolve(__dirname, '..', '..', 'examples', 'sources');
/** The files that the gateway serves, by example; the app of the CDK is run first. */
const SOURCES = {
  'cdk': 'app.ts', 'cdk-http-api': 'app.ts', 'cloudformation': 'template.yaml', 'openapi': 'openapi.yaml', 'sam': 'template.yaml', 'serverless': 'serverless.yml',
} as const;

test('every source is an example with a README', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name).sort();
  expect(folders).toEqual(Object.keys(SOURCES));
  for (const folder of folders) expect(readdirSync(path.join(root, folder))).toEqual(expect.arrayContaining(['README.md', 'requests.json']));
});

describe.each(Object.entries(SOURCES))('the example %s', (folder, file) => {
  const requests = JSON.parse(readFileSync(path.join(root, folder, 'requests.json'), 'utf8')) as readonly SentRequest[];
  const output = mkdtempSync(path.join(tmpdir(), 'synthgate-source-'));
  let gateway: TestGateway | undefined;

  beforeAll(async () => {
    const source = path.join(root, folder, file);
    gateway = await createTestGateway(file === 'app.ts' ? await runApp(source, output) : source);
  });
  afterAll(async () => {
    await gateway?.close();
    rmSync(output, { recursive: true });
  });

  test.each(requests.map((request) => [request.about, request] as const))('answers as it would on AWS: %s', async (_, { expect: expected, path: target, ...request }) => {
    const response = await gateway?.fetch(target, request);
    expect(response?.status).toBe(expected.status);
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject(expected.headers ?? {});
    if (expected.json !== undefined) expect(await response?.json()).toEqual(expected.json);
  });
});

/** Runs an app of the CDK here; returns its cloud assembly. */
async function runApp(app: string, output: string): Promise<string> {
  process.env.CDK_OUTDIR = output;
  await import(app);
  delete process.env.CDK_OUTDIR;
  return output;
}
