import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localTokenValues } from '../../lib/cli/json-file';
import type { Terminal } from '../../lib/cli/terminal';
import { writeTokenValues } from '../../lib/cli/token-values-file';
import { petsSpec, writeAssembly } from '../support/assembly';
import { newDirectory } from '../support/temporary-directory';

const directory = newDirectory();
const source = writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({}, { TABLE: '${token:Shop/Table.Ref}', KEY: '{{resolve:ssm:/shop/key}}' })]);
const file = path.join(directory, 'values.json');
const printed: string[] = [];
const terminal: Terminal = { directory, out: () => undefined, err: (text) => void printed.push(text), environment: {}, hasColor: false };
const contents = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

test('missing values are written empty, each after what needs it, for the owner only', () => {
  writeTokenValues('values.json', source, { options: {}, terminal });
  expect(contents()).toEqual({
    '// Shop/Table.Ref': 'function Pets, environment TABLE', 'Shop/Table.Ref': '', '// ssm:/shop/key': 'function Pets, environment KEY', 'ssm:/shop/key': '',
  });
  expect([statSync(file).mode & 0o777, printed]).toEqual([0o600, ['wrote values.json: 2 values to fill in\n']]);
});

test('what was filled in stays and counts; what is empty is still missing', () => {
  writeFileSync(file, JSON.stringify({ 'Shop/Table.Ref': 'pets', 'ssm:/shop/key': '' }));
  const tokenValues = localTokenValues({ tokenValues: 'values.json', writeTokenValues: 'values.json' }, terminal);
  expect(tokenValues).toEqual({ 'Shop/Table.Ref': 'pets' });
  writeTokenValues('values.json', source, { options: { tokenValues }, terminal });
  expect(contents()).toEqual({ 'Shop/Table.Ref': 'pets', '// ssm:/shop/key': 'function Pets, environment KEY', 'ssm:/shop/key': '' });
});

test('local names are written too, to be replaced', () => {
  const assembly = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec({}, { TABLE: '${token:Shop/Table.Ref}', QUEUE: '${token:Shop/Queue.Ref}', GIVEN: '${token:Shop/Given.Ref}' })]);
  const said = { values: { 'Shop/Table.Ref': 'Table1', 'Shop/Queue.Ref': 'jobs', 'Shop/Given.Ref': 'Given2' }, local: ['Shop/Table.Ref', 'Shop/Given.Ref'], names: ['a', 'b'].map((stack) => ({ token: 'Topic', value: `${stack}-arn`, usedBy: [`stage ${stack}`] })) };
  writeFileSync(path.join(assembly, 'token-values.json'), JSON.stringify(said));
  writeTokenValues('local.json', assembly, { options: { tokenValues: { 'Shop/Given.Ref': 'here' } }, terminal });
  expect(JSON.parse(readFileSync(path.join(directory, 'local.json'), 'utf8'))).toEqual({
    '// Shop/Table.Ref': 'Table1 unless given: function Pets, environment TABLE', 'Shop/Table.Ref': '', '// Topic': 'a-arn, b-arn unless given: stage a; stage b', Topic: '',
  });
  expect(printed.at(-1)).toBe('wrote local.json: 0 values to fill in, 2 with a local name that another can replace\n');
});

test('the file to write need not exist yet; another one must', () => {
  expect(localTokenValues({ tokenValues: 'new.json', writeTokenValues: 'new.json' }, terminal)).toEqual({});
  expect(() => localTokenValues({ tokenValues: 'new.json' }, terminal)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
});

test('OPTION_INVALID: a file with something else is not overwritten', () => {
  writeFileSync(file, '[1]');
  expect(() => writeTokenValues('values.json', source, { options: {}, terminal })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  expect(contents()).toEqual([1]);
});
