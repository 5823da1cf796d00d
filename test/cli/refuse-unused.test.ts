import { refuseUnused } from '../../lib/cli/refuse-unused';

test('options that were not given are fine', () => {
  expect(() => { refuseUnused({ '--app': undefined, '--strict': false }, 'nothing here'); }).not.toThrow();
});

test.each(['app.ts', '', 0, true, ['a']])('OPTION_INVALID: %j was given', (value) => {
  expect(() => { refuseUnused({ '--app': value }, 'nothing here'); }).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringContaining(`--app is "${String(value)}"; expected nothing here`) }),
  );
});
