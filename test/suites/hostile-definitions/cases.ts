import fc from 'fast-check';
import { readJavaPattern } from '../../../lib/spec';
import type { HostileRequest } from '../../support/watched-gateway';

/** Whether it is a Java expression. */
export function isPattern(text: string): boolean {
  try {
    readJavaPattern(text);
    return true;
  } catch {
    return false;
  }
}

/** A part of a definition that a client's bytes reach, and requests that try to make it long work. */
export interface HostileCase {
  readonly family: string;
  readonly method: HostileMethod;
  /** Without their path. */
  readonly requests: readonly Omit<HostileRequest, 'path'>[];
  /** Query of all requests, encoded. */
  readonly query?: string;
}

export type HostileMethod =
  | { readonly type: 'template'; readonly template: string }
  | { readonly type: 'token'; readonly expression: string }
  | { readonly type: 'selection'; readonly patterns: readonly string[] }
  | { readonly type: 'model'; readonly schema: Record<string, unknown> }
  | { readonly type: 'mapping'; readonly source: string };

const EMPTY = [{ body: '{}' }, { body: '' }];

/** Expressions of few letters with groups, alternatives and every kind of repetition, so that a text fits them in many ways. */
const { anyPattern } = fc.letrec<{ anyPattern: string; sequence: string; piece: string; atom: string }>((tie) => ({
  anyPattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((choices) => choices.join('|')),
  sequence: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { weight: 9, arbitrary: fc.tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2,}', '{2,40}', '{20}', '{1,9}+', '*?', '++')).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('(?=a)', '(?<!b)', '\\b', '(a)\\1', '(?i)a') },
  ),
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('a', '.', '[ab]', '\\w', '[\\w-]', '[^b]', '\\s', '\\p{L}'),
    tie('anyPattern').map((inside) => `(${inside})`),
    tie('anyPattern').map((inside) => `(?:${inside})`),
  ),
}));

const pattern = anyPattern.filter(isPattern);

/** Texts that nearly match such expressions. */
const nearMatch = fc.tuple(fc.constantFrom('a', 'ab', 'aa ', 'a-', 'é😀'), fc.oneof(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 1_000, max: 8_000 })), fc.constantFrom('!', '\\', ' ', 'b', ''))
  .map(([unit, length, end]) => unit.repeat(Math.ceil(length / unit.length)) + end);

const step = fc.constantFrom(
  '.a', '..a', '..a', '..*', '[*]', '.*', "['a']", '[0:5]', '[-1:]', '[-1]', '[?(@.a)]', '..[?(@.a)]', '[0,1]', '[0,0,0,0,0,0,0,0]', "['a','a','b']", "[?(@.a == 'x')]",
  '[?(@.a =~ /(a|.a)*b/i)]', '[?(@ in $..a)]', '[?(@.a subsetof $..*)]', '[?(!(@.a == $))]', '[?(@.a contains @.a)]', '.length()', '.sum()', '.append($)', '.concat($..a, $..a)', '.keys()',
);
const descents = fc.array(fc.constantFrom('..a', '..a', '..*'), { minLength: 3, maxLength: 6 });
const jsonPath = fc.oneof(descents, fc.array(step, { minLength: 1, maxLength: 8 })).map((steps) => `$${steps.join('')}`);

/** JSON of any depth and width, small or large. */
const json = fc.oneof(
  fc.constantFrom(60, 100).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.tuple(fc.constantFrom('{"a":', '[', '[[1],', '{"a":[{"a":1}],"b":'), fc.constantFrom(10, 100, 1_000, 20_000)).map(([open, depth]) =>
    `${open.repeat(depth)}1${closing(open).repeat(depth)}`),
  fc.tuple(fc.constantFrom('{"a":1}', '"a"', '[1,[2]]', '1'), fc.constantFrom(10, 1_000, 60_000, 400_000)).map(([item, count]) => `[${Array.from({ length: count }, () => item).join(',')}]`),
  fc.constantFrom(10, 1_000, 60_000).map((count) => `{"a":[${'9'.repeat(count)},1.${'0'.repeat(count)}1,1e${count},${'1.0,1e9,'.repeat(count)}1]}`),
  fc.constantFrom(10, 5_000, 200_000).map((count) => `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',')}}`),
  fc.json(),
);

/** Closes what a text opens; texts in it are closed already. */
function closing(open: string): string {
  const left: string[] = [];
  for (const character of open) {
    if (character === '{') left.push('}');
    if (character === '[') left.push(']');
    if (character === '}' || character === ']') left.pop();
  }
  return left.reverse().join('');
}

const bodies = (texts: readonly string[]): { body: string }[] => texts.map((body) => ({ body }));
const query = (parameters: Readonly<Record<string, string>>): string => `?${new URLSearchParams(parameters).toString()}`;
/** URLs are at most 10 kB. */
const shortText = nearMatch.map((text) => text.slice(0, 2_000));

const doubling = fc.tuple(
  fc.constantFrom('[1..25]', '[1..40]', '[1..1000]'),
  fc.array(fc.constantFrom(
    '#set($l=[$l,$l])', '#set($s="$s$s")', '#set($q=$l.addAll($l))', '#set($m={"a":$m,"b":$m})', '#set($s=$s.concat($s))', '#set($q=$l.add($l))',
    '#set($q=$m.put("k$i",$s))', '#set($q=$m.put("a",$s.concat($s)))', '#set($s=$s.replace("a",$s))', '#set($s=$s.replaceAll("a","$s"))',
    '#set($s=$util.base64Encode($s))', '#set($s=$util.urlEncode($s))', '#set($q=$l.contains($m))', '#set($q=$m.containsValue($l))', '#set($n=$n*$n)', '#set($n=$n+0.1)', '#set($d=$d*$d)', '#set($d=$d/3)', '#set($s=$s.format("%9999s%s",$s,$s))', '#set($s=$s.repeat(9))', '#set($q=$l.hashCode())', '#set($l=$s.toCharArray())', '$!l.size()', '#set($s=$s+$s)',
  ), { minLength: 1, maxLength: 3 }),
  fc.constantFrom('$l', '$m', '$s', '$n', '$d', '#if($n == $d)x#end', '#if($l == $m)x#end', '$l.contains($m)', '$m.get($l)', '#set($context.responseOverride.header.X = $l)', '$util.escapeJavaScript($l)', '$s.split("a")', ''),
).map(([range, body, end]) => `#set($l=[1])#set($m={"a":1})#set($s="aaaa")#set($n=99999999999999999999)#set($d=$util.parseJson("1.00000000000000000000001e-90"))#foreach($i in ${range})${body.join('')}#end${end}`);

const loops = fc.tuple(
  fc.array(fc.constantFrom('[1..1000]', '[1..$input.params("n")]', '$input.path("$")', '[1,2,3]', '[1..50]'), { minLength: 1, maxLength: 4 }),
  fc.constantFrom('', 'x', '$i0', '#set($x="$i0 $x")', '$input.body', '#if($i0 == 1)y#end', '$input.json("$")', '$input.path("$..a")'),
).map(([sources, inside]) => sources.reduce<string>((text, source, depth) => `#foreach($i${depth} in ${source})${text}#end`, inside));

const schema = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    pattern.map((one) => ({ pattern: one.replace(/\(\?i\)|(\{\d+,?\d*\}|[*+?])\+/g, '') })),
    fc.constantFrom({ uniqueItems: true }, { $ref: '#' }, { type: 'object' }, { items: { $ref: '#' } }, { properties: { a: { $ref: '#' } } }, { format: 'email' }, { format: 'uri' }),
    fc.tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 })).map(([keyword, all]) => ({ [keyword]: all })),
    tie('schema').map((inside) => ({ properties: { a: inside }, items: inside })),
    tie('schema').map((inside) => ({ patternProperties: { '(a*)*b': inside } })),
  ),
})).schema;

/** Every kind of definition that a client's bytes reach. */
export const hostileCase: fc.Arbitrary<HostileCase> = fc.oneof(
  fc.tuple(pattern, shortText).map(([expression, text]): HostileCase => ({
    family: 'validation expression', method: { type: 'token', expression }, requests: [{ method: 'GET', headers: { authorization: text.replace(/[^\x21-\x7e ]/g, 'a').trim() } }],
  })),
  fc.tuple(pattern, shortText, fc.constantFrom('matches("P")', 'replaceAll("P","$s")', 'replaceFirst("P","")', 'split("P")')).map(([expression, text, call]): HostileCase => ({
    family: 'expression of a template', query: query({ s: text }), requests: [{ method: 'GET' }],
    method: { type: 'template', template: `#set($s=$input.params("s"))$s.${call.replace('P', () => expression)}` },
  })),
  fc.tuple(pattern, shortText, fc.constantFrom('matches($re)', 'replaceAll($re,$re)', 'split($re)')).map(([re, s, call]): HostileCase => ({
    family: 'expression from a parameter', query: query({ s, re }), requests: [{ method: 'GET' }],
    method: { type: 'template', template: `#set($re=$input.params("re"))$input.params("s").${call}` },
  })),
  fc.tuple(jsonPath, fc.array(json, { minLength: 1, maxLength: 2 }), fc.constantFrom('path', 'json')).map(([path, texts, call]): HostileCase => ({
    family: 'JSONPath', method: { type: 'template', template: `#set($x=$input.${call}("${path}"))$x` }, requests: bodies(texts),
  })),
  fc.tuple(jsonPath, fc.array(json, { minLength: 1, maxLength: 2 })).map(([path, texts]): HostileCase => ({
    family: 'JSONPath from a parameter', query: query({ p: path }), requests: bodies(texts), method: { type: 'template', template: '#set($x=$input.path($input.params("p")))$x' },
  })),
  doubling.map((template): HostileCase => ({ family: 'values that double', method: { type: 'template', template }, requests: EMPTY })),
  fc.tuple(loops, json).map(([template, text]): HostileCase => ({
    family: 'loops', query: query({ n: '1000' }), method: { type: 'template', template }, requests: [...EMPTY, { body: text }],
  })),
  fc.tuple(fc.array(pattern, { minLength: 1, maxLength: 2 }), nearMatch).map(([patterns, message]): HostileCase => ({
    family: 'selection pattern', method: { type: 'selection', patterns }, requests: [{ body: JSON.stringify({ message }) }],
  })),
  fc.tuple(schema, fc.oneof(json, nearMatch.map((text) => JSON.stringify({ a: text, b: [text] })))).map(([one, text]): HostileCase => ({
    family: 'model', method: { type: 'model', schema: one }, requests: bodies([text]),
  })),
  fc.tuple(jsonPath, json).map(([path, text]): HostileCase => ({
    family: 'mapped parameter', method: { type: 'mapping', source: `method.request.body${path.slice(1).replace(/^[.][.]/, '.a..')}` }, requests: bodies([text]),
  })),
  fc.tuple(fc.constantFrom('\\"', '"', "'", '{', '[', ',"a":'), fc.constantFrom(100, 30_000, 500_000)).map(([unit, count]): HostileCase => ({
    family: 'status of a MOCK', method: { type: 'template', template: '$input.body' }, requests: bodies([`"${unit.repeat(count)}`]),
  })),
);
