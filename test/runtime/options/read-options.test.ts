import * as z from 'zod';
import { described, functionOf, objectOf, oneOf, text, texts, textsByName, wholeNumber, yesOrNo } from '../../../lib/runtime/options/option';
import { readOptions } from '../../../lib/runtime/options/read-options';

const TABLE = {
  folder: { ...text(), isSecret: false, isRequired: true },
  names: { ...texts(), isSecret: false },
  keys: { ...textsByName(), isSecret: true },
  size: { ...wholeNumber(1, 9), isSecret: false },
  kind: { ...oneOf(['red', 'blue']), isSecret: false },
  isOn: { ...yesOrNo(), isSecret: false },
  log: { ...functionOf<() => void>(), isSecret: false },
  limit: { ...objectOf({ rate: z.number('a number'), burst: z.number('a number').optional() }), isSecret: false },
  rules: { ...described('a list of rules', (expected) => z.array(z.strictObject({ path: z.string() }), expected)), isSecret: false },
} as const;

const read = (given: unknown): unknown => readOptions(TABLE, given);

test('options are read, and those that are not given are undefined', () => {
  const log = (): void => undefined;
  const options = { folder: 'out', names: ['a'], keys: { a: 'b' }, size: 9, kind: 'red', isOn: false, log, limit: { rate: 1 }, rules: [] };
  expect(read(options)).toEqual(options);
  expect(read({ folder: 'out', size: undefined })).toEqual({ folder: 'out' });
});

test.each([
  [{ folder: 'out', sise: 5 }, 'sise', 'nearest: "size", "isOn", "kind"'],
  [{ folder: 'out', limit: { rat: 5 } }, 'limit.rat', 'known: "rate", "burst"'],
  [{ folder: 'out', rules: [{ path: '/' }, { path: '/', paths: '/' }] }, 'rules.1.paths', 'known: "path"'],
  [{ fodler: 'out' }, 'fodler', expect.stringContaining('"folder"')],
])('OPTION_UNKNOWN: %j, with the nearest name', (given, option, known) => {
  expect(() => read(given)).toThrow(expect.objectContaining({ code: 'OPTION_UNKNOWN', details: { option, known } }));
});

test.each([
  [undefined, 'the options', 'undefined', 'an object of options'],
  [{}, 'folder', 'undefined', 'a non-empty string'],
  [{ folder: '' }, 'folder', '', 'a non-empty string'],
  [{ folder: 'x', names: ['a', 5] }, 'names.1', '5', 'a string'],
  [{ folder: 'x', names: 'a' }, 'names', 'a', 'a list of strings'],
  [{ folder: 'x', size: 0 }, 'size', '0', 'a whole number from 1 to 9'],
  [{ folder: 'x', size: 10 }, 'size', '10', 'a whole number from 1 to 9'],
  [{ folder: 'x', size: 1.5 }, 'size', '1.5', 'a whole number from 1 to 9'],
  [{ folder: 'x', size: NaN }, 'size', 'NaN', 'a whole number from 1 to 9'],
  [{ folder: 'x', size: '5' }, 'size', '5', 'a whole number from 1 to 9'],
  [{ folder: 'x', kind: 'green' }, 'kind', 'green', '"red" or "blue"'],
  [{ folder: 'x', isOn: 'yes' }, 'isOn', 'yes', 'true or false'],
  [{ folder: 'x', log: {} }, 'log', 'a value of type object', 'a function'],
  [{ folder: 'x', limit: [] }, 'limit', 'a list', 'an object with rate, burst'],
  [{ folder: 'x', limit: { rate: null } }, 'limit.rate', 'null', 'a number'],
  [{ folder: `${'long'.repeat(30)}`, kind: 'long'.repeat(30) }, 'kind', `${'long'.repeat(20)}…`, '"red" or "blue"'],
])('OPTION_INVALID: %j', (given, option, text, allowed) => {
  expect(() => read(given)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: { option, given: text, allowed } }));
});

test('a secret is not shown', () => {
  const withKeys = { ...TABLE, keys: { ...TABLE.keys, schema: z.record(z.string(), z.string().max(3, 'a short text')) } };
  expect(() => readOptions(withKeys, { folder: 'x', keys: { Dev: 'hunter22' } })).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', details: { option: 'keys.Dev', given: '(not shown)', allowed: 'a short text' } }),
  );
});

test('OPTION_INVALID: an option that has no effect without another one, unless it is the default', () => {
  const needing = { isSecret: false, needs: 'store' } as const;
  const table = {
    store: { ...text(), isSecret: false }, exact: { ...yesOrNo(), ...needing },
    wait: { ...wholeNumber(1, 9), ...needing, default: { value: 5 } },
  } as const;
  for (const options of [{ exact: false, wait: 5 }, { store: 'a', exact: true, wait: 6 }]) expect(readOptions(table, options)).toEqual(options);
  expect(() => readOptions(table, { exact: true })).toThrow('exact is "true"; expected no value without the option store');
  expect(() => readOptions(table, { wait: 6 })).toThrow('wait is "6"; expected no value without the option store');
});
