import { expandIncludes } from '../../../lib/importers/sam/expand-includes';

const files: Readonly<Record<string, unknown>> = { 'api.yaml': { swagger: '2.0', paths: {} }, 'list.yaml': ['a'] };
const included = (location: unknown, name = 'AWS::Include') => ({ 'Fn::Transform': { Name: name, Parameters: { Location: location } } });
const expand = (value: unknown) => expandIncludes(value, (location) => files[location]);

test.each([
  ['a file takes the place of its include', { Body: included('api.yaml') }, { Body: files['api.yaml'] }],
  ['members beside it win', { Body: { ...included('api.yaml'), swagger: '3' } }, { Body: { swagger: '3', paths: {} } }],
  ['a file may be a list', [included('list.yaml')], [['a']]],
  ['a file that is not here stays', { Body: included('s3://a/b') }, { Body: included('s3://a/b') }],
  ['a location that is computed stays', { Body: included({ Ref: 'A' }) }, { Body: included({ Ref: 'A' }) }],
  ['other transforms stay', { Body: included('api.yaml', 'Mine') }, { Body: included('api.yaml', 'Mine') }],
])('%s', (_, value, expected) => {
  expect(expand(value)).toEqual(expected);
});
