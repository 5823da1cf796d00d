import { writingRule } from '../../../lib/testing/snapshots/mode';
import { codeOf } from '../../support/error-code';

type Given = Parameters<typeof writingRule>[0];

test.each<[Given, string]>([
  [{ environment: {} }, 'missing'],
  [{ environment: {}, runner: 'new' }, 'missing'],
  [{ environment: {}, runner: 'all' }, 'all'],
  [{ environment: {}, runner: 'none' }, 'none'],
  [{ environment: { SYNTHGATE_SNAPSHOTS: 'update' }, runner: 'new' }, 'all'],
  [{ environment: { SYNTHGATE_SNAPSHOTS: 'assert' }, runner: 'all' }, 'none'],
  [{ given: 'assert', environment: { SYNTHGATE_SNAPSHOTS: 'update' }, runner: 'all' }, 'none'],
  [{ given: 'update', environment: {}, runner: 'new' }, 'all'],
  [{ given: 'auto', environment: { SYNTHGATE_SNAPSHOTS: 'update' }, runner: 'new' }, 'missing'],
  [{ environment: { CI: '' } }, 'missing'],
  [{ environment: { CI: 'false' } }, 'missing'],
])('%j writes %s', (given, writes) => expect(writingRule(given).writes).toBe(writes));

test('CI never writes, whatever the other options', () => {
  for (const mode of ['auto', 'assert', 'update'] as const) {
    for (const runner of ['all', 'new', 'none']) {
      for (const CI of ['1', 'true', 'yes']) expect(writingRule({ given: mode, runner, environment: { CI, SYNTHGATE_SNAPSHOTS: 'update' } }).writes).toBe('none');
    }
  }
  expect(writingRule({ given: 'update', environment: {}, runner: 'none' }).writes).toBe('none');
});

test('an unknown mode is refused, in CI as well', () => {
  expect(codeOf(() => writingRule({ environment: { SYNTHGATE_SNAPSHOTS: 'always' } }))).toBe('SNAPSHOT_MODE_INVALID');
  expect(codeOf(() => writingRule({ environment: { SYNTHGATE_SNAPSHOTS: 'always', CI: '1' } }))).toBe('SNAPSHOT_MODE_INVALID');
});
