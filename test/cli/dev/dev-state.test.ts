import { afterBuild, afterRestore, afterService, beforeRebuild, INITIAL, sinceStart, type BuildEnded } from '../../../lib/cli/dev/dev-state';
import type { AssemblyApi } from '../../../lib/runtime';
import { complete, specInput } from '../../support/spec';

const api = (name: string, digest = 'one'): AssemblyApi => ({
  name, file: `/out/${name}.gateway.json`, spec: complete(specInput()), warnings: [], fingerprint: '', code: { Pets: { directory: '/code', digest, handler: 'index.handler' } },
});
const ended = (build: Partial<BuildEnded['build']> = {}, more: Partial<BuildEnded> = {}): BuildEnded => ({
  build: { problems: [], notes: [], isDefinitionNew: false, functions: [], isComplete: true, unavailable: [], ...build },
  apis: [api('Pets')], hasNewOptions: false, ...more,
});
const SERVED = afterService(INITIAL, [api('Pets')]);
const PROBLEM = { part: 'function Pets', code: undefined, text: 'no' };

const TODAY = '2026-02-01';

test('the first complete build is served, with no changes to tell', () => {
  const incomplete = afterBuild(INITIAL, ended({ isComplete: false, problems: [PROBLEM] }));
  expect(incomplete.action).toEqual({ type: 'none' });
  expect(afterBuild(incomplete.state, ended({ isDefinitionNew: true })).action).toMatchObject({ type: 'serve', changes: undefined });
});

test('the build of an earlier run goes on if this one is the same, and is replaced if not', () => {
  const restored = afterRestore(INITIAL, [api('Pets')]);
  const same = afterBuild(restored, ended({ isDefinitionNew: true, functions: ['Pets'] }, { written: [api('Pets')] }));
  expect([same.action, same.state.isKept, same.state.pending.definition]).toEqual([{ type: 'up-to-date' }, false, false]);
  const second = afterBuild(restored, ended({ isDefinitionNew: true }, { written: [api('Pets', 'two')] }));
  expect([second.action.type, second.state.isKept]).toEqual(['serve', false]);
});

test('a function that is built anew is served, and what could not be served stays pending', () => {
  const { state, action } = afterBuild(SERVED, ended({ functions: ['Pets'] }));
  expect(action).toEqual({ type: 'serve', pending: { definition: false, functions: ['Pets'], options: false }, hasOtherApis: false, changes: [] });
  // its service has failed: the next build has both
  expect(afterBuild(state, ended({ functions: ['Other'] }, { hasNewOptions: true })).action).toMatchObject({ pending: { functions: ['Pets', 'Other'], options: true } });
  expect(afterBuild(afterService(state, [api('Pets')]), ended()).action).toEqual({ type: 'unchanged', isMended: false });
});

test('an API that comes or goes needs another service, and is told', () => {
  const { action } = afterBuild(SERVED, ended({ isDefinitionNew: true }, { apis: [api('Orders')] }));
  expect(action).toMatchObject({ hasOtherApis: true, changes: [{ api: 'Pets', changes: [{ sign: '-' }] }, { api: 'Orders', changes: [{ sign: '+' }] }] });
});

test('a build with problems that leaves all as it was is no news; one that mends them is', () => {
  const broken = afterBuild(SERVED, ended({ problems: [PROBLEM] }));
  expect(broken.action).toEqual({ type: 'none' });
  expect(afterBuild(broken.state, ended()).action).toEqual({ type: 'unchanged', isMended: true });
});

test('a rebuild serves everything again', () => {
  expect(afterBuild(beforeRebuild(SERVED), ended()).action).toMatchObject({ type: 'serve', pending: { definition: true, options: true }, changes: [] });
});

test('changes are compared with what was served first', () => {
  const named = (operationName: string): AssemblyApi => ({ ...api('Pets'), spec: complete(specInput({
    resources: { '/pets': { id: 'p', methods: { GET: { operationName, apiKeyRequired: operationName === 'b', integration: { type: 'mock', responses: [] } } } } },
  })) });
  const [first, second] = [afterService(INITIAL, [named('a')]), afterService(afterService(INITIAL, [named('a')]), [named('b')])];
  expect(sinceStart(first, TODAY)).toEqual([]);
  const rulesOf = (state: typeof first) => sinceStart(state, TODAY).map(({ level, rule }) => `${level} ${rule}`);
  expect(rulesOf(second)).toEqual(['breaking api-key-required', 'behavior operation-renamed']);
  expect(rulesOf(afterService(second, [named('c')]))).toEqual(['behavior operation-renamed']);
});
