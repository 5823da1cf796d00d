import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, App, MockIntegration, OpenApiDocument, OpenApiVersion, ProxyFunction, WebSocketApi, WebSocketMockIntegration, type OpenApiOptions } from '../../lib';
import { codeOf } from '../support/error-code';

const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function appWith(openApi?: OpenApiOptions[]): { app: App; api: Api; outdir: string } {
  const outdir = path.join(folder, String(count += 1));
  const app = new App({ outdir, openApi });
  const api = new Api(app, 'Pets');
  api.root.addResource('{name+}').addMethod('GET', new MockIntegration());
  return { app, api, outdir };
}

describe('OpenApiDocument.fromApi', () => {
  test('is 3.1 by default, and writes no assembly', () => {
    const { api, outdir } = appWith();
    const document = OpenApiDocument.fromApi(api, { servers: ['https://api.test'] });
    expect(document.toJson()).toMatchObject({ openapi: '3.1.0', info: { title: 'Pets' }, servers: [{ url: 'https://api.test' }], paths: { '/{name}': {} } });
    expect(JSON.parse(document.text)).toEqual(document.toJson());
    expect(document.losses).toEqual([expect.stringContaining('[OPENAPI_GREEDY_PATH]')]);
    expect(existsSync(outdir)).toBe(false);
  });

  test('has the extensions of API Gateway in 3.0, unless they are not wanted', () => {
    const { api } = appWith();
    expect(OpenApiDocument.fromApi(api, { version: OpenApiVersion.V3_0 }).text).toContain('x-amazon-apigateway-integration');
    expect(OpenApiDocument.fromApi(api, { version: OpenApiVersion.V3_0, extensions: false }).text).not.toContain('x-amazon-apigateway');
  });

  test('does not bundle functions', () => {
    const { api, app } = appWith();
    api.root.addMethod('GET', new ProxyFunction(app, 'Gone', { entry: 'no/such/file.ts' }));
    const text = OpenApiDocument.fromApi(api, { version: OpenApiVersion.V3_0, region: 'eu-west-1', accountId: '123456789012' }).text;
    expect(text).toContain('arn:aws:lambda:eu-west-1:123456789012:function:Gone');
  });

  test('takes values of tokens', () => {
    const { app } = appWith();
    const api = new Api(app, 'Shop', { description: 'in ${token:City}' });
    expect(OpenApiDocument.fromApi(api, { tokenValues: { City: 'Bern' } }).toJson()).toMatchObject({ info: { description: 'in Bern' } });
  });

  test('refuses a definition with errors', () => {
    const { api } = appWith();
    api.root.addResource('{other}').addMethod('GET', new MockIntegration());
    expect(codeOf(() => OpenApiDocument.fromApi(api))).toBe('DEFINITION_INVALID');
  });

  test('other languages may give any text as the version', () => {
    const { api } = appWith();
    expect(codeOf(() => OpenApiDocument.fromApi(api, { version: '2.0' as OpenApiVersion }))).toBe('DEFINITION_INVALID');
  });
});

describe('documents of an app', () => {
  test('are beside the specs, and the manifest names them', () => {
    const { app, outdir } = appWith([{}, { version: OpenApiVersion.V3_0 }, { version: OpenApiVersion.V3_0, extensions: false }]);
    const assembly = app.synth();
    const files = ['Pets.api-gateway.json', 'Pets.openapi-3.0.json', 'Pets.openapi-3.1.json'];
    expect(readdirSync(path.join(outdir, 'openapi')).sort()).toEqual(files);
    const { apis } = JSON.parse(readFileSync(path.join(outdir, 'manifest.json'), 'utf8')) as { apis: Record<string, { openApi?: string[] }> };
    expect([...apis.Pets?.openApi ?? []].sort()).toEqual(files.map((file) => `openapi/${file}`));
    expect(readFileSync(path.join(outdir, 'openapi', 'Pets.openapi-3.1.json'), 'utf8')).toBe(assembly.openApi('Pets').text);
    expect(assembly.warnings).toEqual(expect.arrayContaining([expect.stringContaining('[OPENAPI_GREEDY_PATH]')]));
  });

  test('leave out a WebSocket API, with a warning', () => {
    const { app, outdir } = appWith([{}, { version: OpenApiVersion.V3_0 }]);
    new WebSocketApi(app, 'Chat').addRoute('join', { integration: new WebSocketMockIntegration('Join') });
    const { warnings } = app.synth();
    expect(readdirSync(path.join(outdir, 'openapi')).sort()).toEqual(['Pets.api-gateway.json', 'Pets.openapi-3.1.json']);
    expect(warnings.filter((text) => text.includes('Chat')))
      .toEqual([expect.stringMatching(/^loss: Chat: an OpenAPI document cannot express a WebSocket API \[OPENAPI_PART_LEFT_OUT\]/)]);
  });

  test('are not there without being asked for', () => {
    const { app, outdir } = appWith();
    app.synth();
    expect(existsSync(path.join(outdir, 'openapi'))).toBe(false);
    expect(readFileSync(path.join(outdir, 'manifest.json'), 'utf8')).not.toContain('openApi');
  });

  test('OPENAPI_DOCUMENT_REPEATED: one of each kind', () => {
    expect(codeOf(() => appWith([{}, { servers: ['https://b.test'] }]).app.synth())).toBe('OPENAPI_DOCUMENT_REPEATED');
  });

  test('API_UNKNOWN: an assembly knows its own APIs', () => {
    const { app } = appWith();
    expect(codeOf(() => app.synth().openApi('Cats'))).toBe('API_UNKNOWN');
  });
});
