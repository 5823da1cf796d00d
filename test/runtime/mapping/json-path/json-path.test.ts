import * as fc from 'fast-check';
import { jsonText, parseJson } from '../../../../lib/runtime/mapping/json';
import { jsonPath, preparePath } from '../../../../lib/runtime/mapping/json-path/json-path';
import { templatePattern } from '../../../../lib/runtime/sandbox/pattern';
import { withinSteps } from '../../../../lib/runtime/sandbox/step-budget';

/* JSONPath of Jayway. @see https://github.com/json-path/JsonPath, README: the store is its example */

const STORE = `{
  "store": {
    "book": [
      {"category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95},
      {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honor", "price": 12.99},
      {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99},
      {"category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings", "isbn": "0-395-19395-8", "price": 22.99}
    ],
    "bicycle": {"color": "red", "price": 19.95}
  },
  "expensive": 10
}`;
const [TITLES, PRICES] = [['Sayings of the Century', 'Sword of Honor', 'Moby Dick', 'The Lord of the Rings'], [8.95, 12.99, 8.99, 22.99]];
const read = (path: string, body = STORE) => jsonText(jsonPath(parseJson(body), path));

test.each<[string, unknown]>([
  ['$.store.book[*].author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
  ['$..author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
  ['$..price', [...PRICES, 19.95]],
  ['$..book[2].title', ['Moby Dick']],
  ['$..book[-2].title', ['Moby Dick']],
  ['$..book[0,1].title', TITLES.slice(0, 2)],
  ['$..book[:2].title', TITLES.slice(0, 2)],
  ['$..book[1:2].title', TITLES.slice(1, 2)],
  ['$..book[-2:].title', TITLES.slice(2)],
  ['$..book[2:].title', TITLES.slice(2)],
  ['$..book[?(@.isbn)].title', TITLES.slice(2)],
  ['$..book[?(!@.isbn)].title', TITLES.slice(0, 2)],
  ['$.store.book[?(@.price < 10)].title', [TITLES[0], TITLES[2]]],
  ["$..book[?(@.price <= $['expensive'])].title", [TITLES[0], TITLES[2]]],
  ['$..book[?(@.author =~ /.*REES/i)].title', [TITLES[0]]],
  ['$..book[?(@.author =~ /rees/i)].title', []],
  ["$..book[?(@.category in ['reference', 'x'])].title", [TITLES[0]]],
  ["$..book[?(@.category nin ['reference', 'x'])].title", TITLES.slice(1)],
  ["$.store.book[?(@.price < 10 && @.category == 'fiction' || @.isbn == '0-395-19395-8')].title", TITLES.slice(2)],
  ["$.store.book[?((@.price < 9 || @.price > 20) && !(@.category == 'reference'))].title", TITLES.slice(2)],
  ['$..book.length()', 4],
  ['$.length($..book)', 4],
  ['$.store.book[*].length()', 4],
  ['$.store.book.length()', 4],
  ['$.store.length()', 2],
  ['$.store.book[-1].title', 'The Lord of the Rings'],
  ['$.store.bicycle.keys()', ['color', 'price']],
  ["$.store.bicycle['color','price','none']", { color: 'red', price: 19.95 }],
  ["$.store.book[0]['title']", 'Sayings of the Century'],
  ['store.bicycle.color', 'red'],
  ['$.store.bicycle[?(@.color == "red")].price', [19.95]],
  ['$.store.book[0].title.length()', null],
])('%s', (path, expected) => {
  expect(JSON.parse(read(path) ?? 'nothing')).toEqual(expected);
});

test.each([
  ['$.n.sum()', '6.0'],
  ['$.n.min()', '1.0'],
  ['$.n.max()', '3.0'],
  ['$.n.avg()', '2.0'],
  ['$.n.stddev()', '0.8164965809277263'],
  ['$.n.sum(4, $.m)', '15.5'],
  ['$.sum($.n)', '6.0'],
  ['$.n[?(@ > 1)].sum()', '5.0'],
  ['$.o[*].p.max()', '12.5'],
  ['$..p.sum()', '22.5'],
  ['$.length($.n)', '3'],
  ['$.n.first()', '1'],
  ['$.n.last()', '3'],
  ['$.n.index(-2)', '2'],
  ['$.n.append(4)', '[1,2,3,4]'],
  ['$.t.concat("-", $.n)', '"ab-123"'],
  ['$.l[?(@.s size 2)].i', '[1,3]'],
  ['$.l[?(@.s empty true)].i', '[2]'],
  ["$.l[?(@.s subsetof ['a', 'b', 'c'])].i", '[1,2]'],
  ["$.l[?(@.s anyof ['x'])].i", '[3]'],
  ["$.l[?(@.s noneof ['x'])].i", '[1,2]'],
  ["$.l[?(@.s contains 'a')].i", '[1]'],
  ["$.l[?('x' in @.s)].i", '[3]'],
  ['$.l[?(@.s.length() > 1)].i', '[1,3]'],
  ['$.l[?(@.s =~ /[xy]/)].i', '[3]'],
  ['$.l[?(@.i =~ /[12]/)].i', '[1,2]'],
  ["$.l[?(@.i == '2')].i", '[2]'],
  ["$.l[?(@.i === '2')].i", '[]'],
  ['$.l[?(@.i == 2.0)].i', '[2]'],
  ['$.l[?(@.none == null)].i', '[]'],
  ['$.l[?(@.none != 1)].i', '[1,2,3]'],
  ['$.nothing[?(@.a == null)]', '[{"a":null}]'],
  ["$.l[?(@.s == ['a','b'])].i", '[1]'],
  ['$.big[?(@ > 9007199254740992)]', '[9007199254740993]'],
  ['$.big[?(@ == 9007199254740993)]', '[9007199254740993]'],
  ['$.big[0,1,-1]', '[9007199254740992,9007199254740993,1.0]'],
])('%s is %s', (path, expected) => {
  const body = `{"n":[1,2,3],"m":[5.5],"t":["a",1,"b"],"o":[{"p":10},{"p":12.5}],"nothing":[{},{"a":null}],"big":[9007199254740992,9007199254740993,1.0],
    "l":[{"i":1,"s":["a","b"]},{"i":2,"s":[]},{"i":3,"s":["x","y"]}]}`;
  expect(read(path, body)).toBe(expected);
});

test('what is not there: undefined for one value, an empty list for several', () => {
  for (const path of ['$.a.b', '$[0]', '$.expensive.x', '$.store.book[9]', '$.store.book[-9]', '$.store.book.title', '$.none.length()']) expect(read(path)).toBeUndefined();
  for (const path of ['$..none', '$.expensive[*]', '$.store.book[5:]', '$.store.book[?(@.none)]']) expect(read(path)).toBe('[]');
});

test.each([
  ['$.', 'expected a name'], ['$..', 'expected a name'], ['$.a[', 'expected a name in quotes'], ['$.a[x]', 'expected a name in quotes'], ['$.a b', 'unexpected text'],
  ['$.a.size()', 'there is no function size'], ['$.a[?(@.b ~~ 1)]', 'there is no operator ~~'], ['$.a[?(1)]', 'expected an operator'], ['$.a[?(@.b == )]', 'expected a path or a value'],
  ['$.a[:]', 'expected a position'], ["$.a['b',1]", 'not both'], ['$.a[(@.length-1)]', 'expected a name in quotes'], [`$.a[?(${'('.repeat(200)}@.b`, 'more than 100 levels'],
])('%s is refused: %s', (path, what) => {
  expect(() => read(path)).toThrow(what);
});

test('an aggregate of nothing fails, as in Jayway', () => {
  expect(() => read('$.store.bicycle.sum()')).toThrow('sum() of a list without numbers');
  expect(() => read('$.l.first()', '{"l":[]}')).toThrow('first() of a list of 0');
});

/** The same by other means: the values at the names and positions of a path. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

test('names and positions lead to the value that JavaScript has there', () => {
  fc.assert(fc.property(json, fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.nat(3)), { minLength: 1, maxLength: 4 }), (value, keys) => {
    fc.pre(typeof value === 'object' && value !== null);
    const path = `$${keys.map((key) => `[${JSON.stringify(key)}]`).join('')}`;
    const expected = keys.reduce<unknown>((inside, key) =>
      (typeof inside === 'object' && inside !== null && Array.isArray(inside) === (typeof key === 'number') && Object.hasOwn(inside, key) ? (inside as Record<string, unknown>)[key] : undefined), value);
    expect(jsonPath(value, path)).toEqual(expected);
  }));
});

test('`..*` is everything below', () => {
  const count = (value: unknown): number => (typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, one) => sum + 1 + count(one), 0) : 0);
  fc.assert(fc.property(json, (value) => {
    fc.pre(typeof value === 'object' && value !== null);
    expect(jsonPath(value, '$..*')).toHaveLength(count(value));
  }));
});

test('any text as a path gives a value or an error, and ends', () => {
  const pieces = ['$', '@', '.', '..', '*', '[', ']', '?', '(', ')', 'a', "'b'", '0', '-1', ':', ',', '==', '=~', '/a/', 'in', '&&', '!', '.length()', '.sum(', ' '];
  fc.assert(fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')), (path) => {
    try {
      jsonPath({ a: [1, { b: 2 }], b: 'a' }, path);
    } catch (error) {
      expect((error as Error).message).toMatch(/^the JSONPath .* is not valid: |\(\) of a list/s);
    }
  }), { numRuns: 3_000 });
});

test('every visit spends steps, so that descents end', () => {
  const nested = parseJson(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
  expect(withinSteps(100_000, () => jsonPath(nested, '$..a..a..a..a'))).toBeUndefined();
  expect(withinSteps(100_000, () => jsonPath(Array.from({ length: 1_000 }, () => [1, 2]), '$[*][?(@ in $[*][*])]'))).toBeUndefined();
});

test('an expression runs on the main thread only where the definition has it as it is written', () => {
  const value = [{ a: 'xyz' }];
  expect(() => withinSteps(100_000, () => jsonPath(value, '$[?(@.a =~ /x[y]z/)]'))).not.toThrow();
  expect(withinSteps(100_000, () => jsonPath(value, '$[?(@.a =~ /x[y]z/)]'))).toBeUndefined();
  preparePath('$[?(@.a =~ /x[y]z/)]');
  expect(withinSteps(100_000, () => jsonPath(value, '$[?(@.a =~ /x[y]z/)]'))).toEqual({ value });
  expect(() => preparePath('$[')).not.toThrow();
  expect(templatePattern('x[y]z', 'whole').test('xyz')).toBe(true);
});
