import { contextOf, leftIn, nextMode, type BundlingMode } from '../../../../lib/cli/dev/observed/bundling-mode';

const HERE: BundlingMode = { type: 'here', refused: [] };
const refusedBundle = (asset: string) => ({ bundle: { asset, stack: 'Stack', source: '/project', command: [] }, reason: 'it is not bundled by esbuild' });
const observed = (isCdkObserved: boolean) => ({
  isObserved: true, isCdkObserved, loaded: new Set<string>(), read: new Set<string>(), listed: new Map(), sources: new Map(),
});

test('the CDK bundles nothing, then the stacks of what only the app can bundle', () => {
  expect([contextOf(HERE, { a: 1 }), leftIn(HERE)]).toEqual([{ 'a': 1, 'aws:cdk:bundling-stacks': [] }, []]);
  const refused = ['Stack/A/Code', 'Stack/A/Code', 'Stack/B/Code'].map(refusedBundle);
  const next = nextMode(HERE, { isCdk: true, observed: observed(true), refused });
  expect(next?.notes).toEqual([expect.stringMatching(/Stack\/A: .*CDK_BUNDLING_LEFT/), expect.stringMatching(/Stack\/B: .*CDK_BUNDLING_LEFT/)]);
  const mode = next?.mode ?? HERE;
  expect([contextOf(mode, {}), leftIn(mode)]).toEqual([{ 'aws:cdk:bundling-stacks': ['Stack'] }, ['Stack/A/Code', 'Stack/B/Code']]);
});

test('an app of the CDK that is not observed keeps its own context', () => {
  const next = nextMode(HERE, { isCdk: true, observed: observed(false), refused: [] });
  expect(next?.notes).toEqual([expect.stringContaining('CDK_NOT_OBSERVED')]);
  const mode = next?.mode ?? HERE;
  expect([contextOf(mode, { a: 1 }), leftIn(mode)]).toEqual([{ a: 1 }, undefined]);
  expect(nextMode(mode, { isCdk: true, observed: observed(false), refused: [] })).toBeUndefined();
});

test('an app without the CDK runs once', () => {
  expect(nextMode(HERE, { isCdk: false, observed: observed(false), refused: [] })).toBeUndefined();
});
