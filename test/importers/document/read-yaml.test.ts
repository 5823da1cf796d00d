import { readYaml } from '../../../lib/importers/document/read-yaml';

const read = (text: string): unknown => readYaml('template.yaml', text);

test('short tags become the long form', () => {
  expect(read('a: !Ref Api\nb: !GetAtt Function.Alias.Arn\nc: !GetAtt [Api, RootResourceId]\nd: !Sub "${A}-x"\ne: !Condition IsProd')).toEqual({
    a: { Ref: 'Api' }, b: { 'Fn::GetAtt': ['Function', 'Alias.Arn'] }, c: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
    d: { 'Fn::Sub': '${A}-x' }, e: { Condition: 'IsProd' },
  });
});

test('tags inside tags, in both notations', () => {
  expect(read('x: !If [C, !Join ["-", [a, !Ref B]], !Ref "AWS::NoValue"]\ny:\n  Fn::Select: [0, !GetAZs ""]')).toEqual({
    x: { 'Fn::If': ['C', { 'Fn::Join': ['-', ['a', { Ref: 'B' }]] }, { Ref: 'AWS::NoValue' }] },
    y: { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] },
  });
});

test('keys are names, dates and versions are text, merges merge', () => {
  expect(read('AWSTemplateFormatVersion: 2010-09-09\nresponses: {200: {a: 1}, 1.10: b}\nbase: &base {x: 1, y: 1}\nown: {<<: *base, y: 2}')).toEqual({
    AWSTemplateFormatVersion: '2010-09-09', responses: { '200': { a: 1 }, '1.10': 'b' }, base: { x: 1, y: 1 }, own: { x: 1, y: 2 },
  });
});

test.each([['a: [1', 'Flow sequence'], ['a: *b', 'no anchor &b']])('refuses %s', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
  expect(() => read(text)).toThrow('[SOURCE_UNREADABLE]');
});

test('aliases of aliases are bounded', () => {
  const levels = Array.from({ length: 12 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`);
  expect(() => read(['l0: &l0 x', ...levels].join('\n'))).toThrow('too many values');
});
