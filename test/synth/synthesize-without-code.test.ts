import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, ProxyFunction } from '../../lib/constructs';
import { App, synthesizeWithoutCode } from '../../lib/synth';
import { codeOf } from '../support/error-code';

const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-without-code-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('functions that are named need no source, the others do', () => {
  const app = new App();
  new Api(app, 'Api').root.addMethod('GET', new ProxyFunction(app, 'Missing', { entry: 'no/such/file.ts' }));
  const outdir = path.join(directory, 'named.out');
  synthesizeWithoutCode(app, { outdir, functions: new Set(['Missing']) });
  expect(JSON.parse(readFileSync(path.join(outdir, 'code.json'), 'utf8'))).toMatchObject({ functions: { Missing: { handler: 'index.handler' } } });
  expect(readdirSync(outdir).sort()).toEqual(['Api.gateway.json', 'assets', 'code.json', 'manifest.json']);
  const secondFolder = path.join(directory, 'others.out');
  expect(codeOf(() => synthesizeWithoutCode(app, { outdir: secondFolder, functions: new Set() }))).toBe('DEFINITION_INVALID');
  expect(existsSync(secondFolder)).toBe(false);
});
