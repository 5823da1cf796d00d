import { LoopBudget } from '../../../lib/importers/document/document-limits';
import fc from 'fast-check';
import { evaluate } from '../../../lib/importers/template/evaluate';
import { NO_VALUE, type Scope, type Truth } from '../../../lib/importers/template/scope';

const reported: string[] = [];
beforeEach(() => { reported.length = 0; });

const scope: Scope = {
  region: 'eu-west-1',
  loops: new LoopBudget('template.yaml'),
  reference: (name) => ({ 'Stage': 'prod', 'List': ['a', 'b'], 'Late': '${token:Late}', 'AWS::NoValue': NO_VALUE, 'AWS::Region': 'eu-west-1' } as Record<string, unknown>)[name],
  attribute: (resource, name) => (resource === 'Function' ? `arn:aws:lambda:eu-west-1:123456789012:function:${name === 'Arn' ? 'Pets' : name}` : undefined),
  condition: (name) => ({ Yes: true, No: false, Late: 'unknown' } as Record<string, Truth>)[name],
  mapping: (map, first, second) => (map === 'Sizes' && first === 'prod' && second === 'memory' ? 512 : undefined),
  importValue: (name) => `imported ${name}`,
  include: (location) => (location === 'part.yaml' ? { included: { Ref: 'Stage' } } : undefined),
  report: (path, reason) => { reported.push(`${path.join('/')}: ${reason}`); },
};
const valueOf = (value: unknown): unknown => evaluate(value, scope, ['at']);

test.each<[string, unknown, unknown]>([
  ['Ref', { Ref: 'Stage' }, 'prod'],
  ['Ref of nothing', [{ Ref: 'AWS::NoValue' }, 1], [1]],
  ['GetAtt', { 'Fn::GetAtt': ['Function', 'Arn'] }, 'arn:aws:lambda:eu-west-1:123456789012:function:Pets'],
  ['GetAtt as text', { 'Fn::GetAtt': 'Function.A.B' }, 'arn:aws:lambda:eu-west-1:123456789012:function:A.B'],
  ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Stage' }, 3]] }, 'a-prod-3'],
  ['Sub', { 'Fn::Sub': '${Stage}/${Function.Arn}/${!Stage}/${AWS::Region}' }, 'prod/arn:aws:lambda:eu-west-1:123456789012:function:Pets/${Stage}/eu-west-1'],
  ['Sub with values', { 'Fn::Sub': ['${A}${Stage}', { A: { Ref: 'Late' } }] }, '${token:Late}prod'],
  ['Sub beside stage variables', { 'Fn::Sub': '${Stage}/${stageVariables.fn}' }, 'prod/${stageVariables.fn}'],
  ['Split', { 'Fn::Split': [':', { 'Fn::GetAtt': ['Function', 'Arn'] }] }, ['arn', 'aws', 'lambda', 'eu-west-1', '123456789012', 'function', 'Pets']],
  ['Split around a token', { 'Fn::Split': [':', 'a:${token:B.C}:d'] }, ['a', '${token:B.C}', 'd']],
  ['Select', { 'Fn::Select': [1, { Ref: 'List' }] }, 'b'],
  ['Select of a late list', { 'Fn::Select': ['2', { 'Fn::Split': ['/', { Ref: 'Late' }] }] }, '${token:Late.2}'],
  ['FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'Stage' }, 'memory'] }, 512],
  ['FindInMap with a default', { 'Fn::FindInMap': ['Sizes', 'dev', 'memory', { DefaultValue: 128 }] }, 128],
  ['If', { 'Fn::If': ['Yes', 1, { Ref: 'Missing' }] }, 1],
  ['If otherwise', { a: { 'Fn::If': ['No', 1, { Ref: 'AWS::NoValue' }] } }, {}],
  ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': '${Stage}-id' } }, 'imported prod-id'],
  ['Base64', { 'Fn::Base64': 'a' }, 'YQ=='],
  ['Cidr', { 'Fn::Cidr': ['10.0.0.0/16', 3, 8] }, ['10.0.0.0/24', '10.0.1.0/24', '10.0.2.0/24']],
  ['Cidr of IPv6', { 'Fn::Cidr': ['2001:db8::/56', '2', '64'] }, ['2001:db8::/64', '2001:db8:0:1::/64']],
  ['GetAZs', { 'Fn::GetAZs': '' }, ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']],
  ['Length', { 'Fn::Length': { Ref: 'List' } }, 2],
  ['ToJsonString', { 'Fn::ToJsonString': { a: { Ref: 'Stage' } } }, '{"a":"prod"}'],
  ['Transform', { 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: 'part.yaml' } } }, { included: 'prod' }],
  ['Transform beside members', { 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: 'part.yaml' } }, 'b': 1 }, { included: 'prod', b: 1 }],
  ['ForEach', { 'Fn::ForEach::Paths': ['Name', ['a.b', 'c'], { '${Name}Path': { path: '/${Name}', again: { Ref: 'Name' } }, 'id&{Name}': 1 }] }, { 'a.bPath': { path: '/a.b', again: 'a.b' }, 'idab': 1, 'cPath': { path: '/c', again: 'c' }, 'idc': 1 }],
])('%s', (_, value, expected) => {
  expect(valueOf(value)).toEqual(expected);
  expect(reported).toEqual([]);
});

test.each<[unknown, string]>([
  [{ Ref: 'Missing' }, 'at: Ref: there is no parameter or resource Missing'],
  [{ 'Fn::GetAtt': ['Missing', 'Arn'] }, 'at: Fn::GetAtt: there is no resource Missing'],
  [{ 'Fn::Sub': '${Missing}' }, 'at: Fn::Sub: there is no parameter or resource Missing'],
  [{ 'Fn::Join': ['-', 3] }, 'at: Fn::Join: expected a delimiter and a list'],
  [{ 'Fn::Select': [9, ['a']] }, 'at: Fn::Select: there is no item 9 in a list of 1'],
  [{ 'Fn::FindInMap': ['Sizes', 'dev', 'memory'] }, 'at: Fn::FindInMap: there is no mapping Sizes.dev.memory'],
  [{ 'Fn::FindInMap': ['Sizes', { Ref: 'Late' }, 'memory'] }, 'at: Fn::FindInMap: Late is known only after deployment'],
  [{ 'Fn::Cidr': ['10.0.0.0/30', 200, 8] }, 'at: Fn::Cidr: the blocks do not fit'],
  [{ 'Fn::If': ['Missing', 1, 2] }, 'at/Fn::If: there is no condition Missing'],
  [{ 'Fn::If': ['Late', 1, 2] }, 'at/Fn::If: the condition Late is known only after deployment'],
  [{ 'Fn::If': ['No', 1] }, 'at/Fn::If: it has two values, and one is missing'],
  [{ 'Fn::Unknown': 1 }, 'at: Fn::Unknown is not an intrinsic function'],
  [{ 'Fn::Transform': { Name: 'Own' } }, 'at/Fn::Transform: the macro Own runs in AWS only'],
  [{ 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: 's3://b/k' } } }, 'at/Fn::Transform: there is no local file s3://b/k'],
])('%j is reported and becomes a token', (value, message) => {
  expect(valueOf(value)).toMatch(/^\$\{token:at/);
  expect(reported).toEqual([message]);
});

test('deep nesting is bounded', () => {
  const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => [inner], 1);
  expect(JSON.stringify(valueOf(deep))).toContain('${token:');
});

describe('laws', () => {
  const word = fc.stringMatching(/^[a-z]{0,5}$/);

  test('Split undoes Join', () => {
    fc.assert(fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(valueOf({ 'Fn::Split': ['-', { 'Fn::Join': ['-', words] }] })).toEqual(words);
    }));
  });

  test('Select gives the item, and Length the number of them', () => {
    fc.assert(fc.property(fc.array(word, { minLength: 1 }), fc.nat(), (words, at) => {
      expect(valueOf({ 'Fn::Select': [at % words.length, words] })).toBe(words[at % words.length]);
      expect(valueOf({ 'Fn::Length': words })).toBe(words.length);
    }));
  });

  test('ToJsonString and Base64 lose nothing', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const text = valueOf({ 'Fn::ToJsonString': { value } });
      expect(JSON.parse(String(text))).toEqual(JSON.parse(JSON.stringify({ value })));
      expect(Buffer.from(String(valueOf({ 'Fn::Base64': text })), 'base64').toString()).toBe(text);
    }));
  });

  test('what has no intrinsic function stays as it is', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      fc.pre(!/"(Ref|Fn::|__proto__)/.test(JSON.stringify(value)));
      expect(valueOf(value)).toEqual(value);
    }));
  });

  test('blocks of Cidr follow one another', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 256 }), (count) => {
      const blocks = valueOf({ 'Fn::Cidr': ['10.0.0.0/16', count, 8] }) as string[];
      expect(blocks).toEqual(Array.from({ length: count }, (_, index) => `10.0.${index}.0/24`));
    }));
  });
});
