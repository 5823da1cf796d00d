import { withValuesFrom } from '../../lib/cli/values-from';

const environment = { KEY: 'k'.repeat(20), EMPTY: '', URL: 'valkey://gate:password@cache:6379' };

test('values of variables are those of the options that they are for', () => {
  const valueFrom = ['api-key.Dev=KEY', 'api-key.a=b.c=KEY', 'env.Pets.TOKEN=KEY', 'env.MODE=EMPTY', 'store=URL'];
  expect(withValuesFrom({ valueFrom, apiKey: { Other: 'o' }, env: ['A=1'] }, { environment })).toEqual({
    valueFrom, apiKey: { 'Other': 'o', 'Dev': environment.KEY, 'a=b.c': environment.KEY },
    env: ['A=1', `Pets.TOKEN=${environment.KEY}`, 'MODE='], store: environment.URL,
  });
  expect(withValuesFrom({ env: ['A=1'] }, { environment })).toEqual({ env: ['A=1'] });
});

test.each([
  'store', 'store=', 'store.x=URL', 'api-key=KEY', 'env=KEY', 'env.TOKEN=UNSET', 'token-value.x=KEY', 'constructor.x=KEY', 'store=constructor',
])('%s is refused', (given) => {
  expect(() => withValuesFrom({ valueFrom: [given] }, { environment })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
});

test('a store that is given twice is refused, without its URL', () => {
  const attempt = () => withValuesFrom({ valueFrom: ['store=URL'], store: 'valkey://gate:secret@cache' }, { environment });
  expect(attempt).toThrow('--value-from is "store=URL"; expected store=VARIABLE without --store');
  expect(attempt).not.toThrow('secret');
});
