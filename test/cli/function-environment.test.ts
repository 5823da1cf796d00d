import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment, type EnvironmentOptions } from '../../lib/cli/function-environment';
import { newDirectory } from '../support/temporary-directory';

const directory = newDirectory();
const terminal = { out: () => undefined, err: () => undefined, directory, environment: {}, hasColor: false };
const write = (name: string, text: string): void => writeFileSync(path.join(directory, name), text);
const read = (options: EnvironmentOptions, dotEnv?: readonly string[]) => readEnvironment(options, terminal, dotEnv);

test('.env files are read if they exist; later ones win', () => {
  write('.env', 'TABLE=pets\n# a comment\nexport QUOTED="two words"\n');
  write('.env.local', 'TABLE=local\n');
  expect(read({}, ['.env', '.env.local', '.env.missing']).variables).toEqual({ '*': { TABLE: 'local', QUOTED: 'two words' } });
  expect(read({}).variables).toEqual({});
});

test('options win over files, in the order --env-file, --env-vars, --env', () => {
  write('a.env', 'A=file\nB=file\nC=file\n');
  write('vars.json', '{"Parameters": {"B": "all", "C": "all"}, "Pets": {"PORT": 8000, "DEBUG": true}}');
  expect(read({ envFile: ['a.env'], envVars: 'vars.json', env: ['C=option', 'Pets.TABLE=pets=7'] }).variables).toEqual({
    '*': { A: 'file', B: 'all', C: 'option' },
    'Pets': { PORT: '8000', DEBUG: 'true', TABLE: 'pets=7' },
  });
});

test('every file is named, also one that does not exist yet: it may be written later', () => {
  const { files } = read({ envFile: ['a.env'], envVars: 'vars.json' }, ['.env.missing']);
  expect(files.map((file) => path.basename(file))).toEqual(['.env.missing', 'a.env', 'vars.json']);
});

test('names that variables cannot have are reported, and a byte order mark is not part of one', () => {
  write('names.env', '\uFEFFTABLE=pets\nMY-VAR=1\n');
  expect(read({ envFile: ['names.env'] })).toMatchObject({ variables: { '*': { TABLE: 'pets' } }, withheld: ['MY-VAR'] });
});

test('variables that functions cannot have are reported and left out', () => {
  const { variables, withheld } = read({ env: ['NODE_OPTIONS=--inspect', 'AWS_LAMBDA_FUNCTION_NAME=x', 'HOME=/', 'TABLE=t'] });
  expect(variables).toEqual({ '*': { TABLE: 't' } });
  expect(withheld).toEqual(['NODE_OPTIONS', 'AWS_LAMBDA_FUNCTION_NAME', 'HOME']);
});

test.each([
  [{ env: ['TABLE'] }, '--env'],
  [{ env: ['=x'] }, '--env'],
  [{ env: ['.TABLE=x'] }, '--env'],
  [{ env: ['1A=x'] }, '--env'],
  [{ envFile: ['missing.env'] }, '--env-file'],
  [{ envVars: 'missing.json' }, '--env-vars'],
  [{ envVars: 'list.json' }, '--env-vars'],
])('OPTION_INVALID: %j', (options, option) => {
  write('list.json', '{"Pets": ["TABLE"]}');
  expect(() => read(options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option }) }));
});

test('an error names a variable, never its value', () => {
  expect(() => read({ env: ['1A=s3cret'] })).toThrow(expect.objectContaining({ message: expect.not.stringContaining('s3cret') }));
});
