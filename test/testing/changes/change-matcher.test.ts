import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Api, App, MockIntegration } from '../../../lib';
import type { GatewaySpecInput } from '../../../lib/spec';
import { gatewayMatchers } from '../../../lib/testing';
import { writeAssembly } from '../../support/assembly';
import { codeOf } from '../../support/error-code';
import { newProject, type Project } from '../../support/project';

function declare({ apiKeyRequired = false, name = 'Pets' } = {}): Api {
  const api = new Api(new App(), name);
  api.root.addResource('pets').addMethod('GET', new MockIntegration(), { apiKeyRequired });
  return api;
}

let project: Project;
beforeAll(() => {
  project = newProject({
    'synthgate.json': '{ "app": "node app.cjs" }', 'app.cjs': 'require("node:fs").cpSync("prepared", process.env.SYNTHGATE_OUTDIR, { recursive: true });',
  });
  writeAssembly(path.join(project.directory, 'prepared'), [JSON.parse(declare().toJson()) as GatewaySpecInput]); // a spec
  const git = (...parameters: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: project.directory, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
});

const judge = (api: unknown, levels: unknown, options: object = {}) =>
  gatewayMatchers.toHaveNo.call({}, api, levels as 'breaking', { since: 'main', directory: project.directory, ...options }); // also wrong ones

test('a definition without such a change passes, one with it fails and names it', () => {
  expect(judge(declare(), 'breaking')).toMatchObject({ pass: true });
  const { pass, message } = judge(declare({ apiKeyRequired: true }), 'breaking');
  expect(pass).toBe(false);
  expect(message()).toMatch(new RegExp('^expected no changes of Pets since main: breaking\n\n'
    + 'breaking api-key-required {2}GET /pets apiKeyRequired: false → true\n {2}Callers without one get 403. \\[[0-9a-f]{12}\\]\n\n'
    + 'Accept one: npx synthgate diff main --accept <fingerprint> --reason <text>$'));
  expect(judge(declare({ apiKeyRequired: true }), ['security', 'behavior'])).toMatchObject({ pass: true });
});

test('an accepted change does not count', () => {
  const [fingerprint = ''] = /[0-9a-f]{12}/.exec(judge(declare({ apiKeyRequired: true }), 'breaking').message()) ?? [];
  project.write('synthgate.accepted.json', JSON.stringify([
    { fingerprint, api: 'Pets', rule: 'api-key-required', place: 'GET /pets apiKeyRequired', reason: 'every client has a key' },
  ]));
  expect(judge(declare({ apiKeyRequired: true }), 'breaking')).toMatchObject({ pass: true });
});

test.each<[string, () => unknown, string]>([
  ['a revision that does not exist', () => judge(declare(), 'breaking', { since: 'mian' }), 'TEST_COMPARISON_FAILED'],
  ['a level that does not exist', () => judge(declare(), 'serious'), 'OPTION_INVALID'],
  ['no level', () => judge(declare(), []), 'OPTION_INVALID'],
  ['an option that does not exist', () => judge(declare(), 'breaking', { sinc: 'main' }), 'OPTION_UNKNOWN'],
  ['something that is no definition', () => judge(5, 'breaking'), 'TEST_SUBJECT_INVALID'],
])('%s is an error, and never passes', (_name, act, code) => {
  expect(codeOf(act)).toBe(code);
});
