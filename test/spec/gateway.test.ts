import Ajv from 'ajv/dist/2020';
import { canonicalText, specJsonSchema } from '../../lib/spec';
import { complete, specInput, specWithPaths } from '../support/spec';

test('accepts specs as they may be written and as they are read, and refuses others', () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(specJsonSchema() as object); // a JSON Schema
  expect(validate(specInput())).toBe(true);
  expect(validate(JSON.parse(canonicalText(complete(specWithPaths('/pets')))))).toBe(true);
  const wrong = [{}, { ...specInput(), extra: 1 }, { ...specInput(), stages: { prod: { variables: { a: 1 } } } }];
  expect(wrong.map((value) => validate(value))).toEqual([false, false, false]);
});
