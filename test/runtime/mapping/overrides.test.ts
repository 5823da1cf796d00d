import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { validated } from '../../support/exchange';
import { headerOverrides, overrideHeaders, parameterOverrides, statusOverride } from '../../../lib/runtime/mapping/overrides';

describe('Overrides', () => {
  test('a header is one line, a list one line for each item, a number its text', () => {
    const context = { requestOverride: { header: { 'X-A': 'a', 'X-B': ['1', 2], 'X-C': 3, 'X-D': null } } };
    expect(headerOverrides(context, 'requestOverride')).toEqual([
      { name: 'X-A', value: 'a' }, { name: 'X-B', value: '1' }, { name: 'X-B', value: '2' }, { name: 'X-C', value: '3' },
    ]);
  });

  test.each([['X Y', 'a'], ['', 'a'], ['X', 'a\r\nSet-Cookie: b'], ['X', 'a\0'], ['X:', 'a']])('header %j: %j is refused', (name, value) => {
    expect(() => headerOverrides({ responseOverride: { header: { [name]: value } } }, 'responseOverride'))
      .toThrow(expect.objectContaining({ code: 'OVERRIDE_INVALID' }));
  });

  test('headers and queries that are too large are refused, as is what would print so', () => {
    const invalid = expect.objectContaining({ code: 'OVERRIDE_INVALID' });
    const large = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`h${index}`, 'x'.repeat(60_000)]));
    const shared = Array.from({ length: 16 }).reduce<unknown>((list) => [list, list], 'a');
    for (const header of [large, { a: 'x'.repeat(66_000) }, { a: shared }]) {
      expect(() => headerOverrides({ responseOverride: { header } }, 'responseOverride')).toThrow(invalid);
      expect(() => parameterOverrides({ requestOverride: { querystring: header } }, 'querystring')).toThrow(invalid);
    }
    expect(parameterOverrides({ requestOverride: { path: { kept: 'x'.repeat(66_000) } } }, 'path')).toHaveLength(1);
  });

  test.each([[200, 200], [599, 599], [199, undefined], [600, undefined], ['400', undefined], [400.5, undefined], [undefined, undefined]])(
    'status %j becomes %j', (status, expected) => {
      expect(statusOverride({ responseOverride: { status } })).toBe(expected);
    });

  test('an override takes the place of a header with the same name, in any case', () => {
    expect(overrideHeaders([{ name: 'content-type', value: 'a' }, { name: 'X', value: 'b' }], [{ name: 'Content-Type', value: 'c' }]))
      .toEqual([{ name: 'X', value: 'b' }, { name: 'Content-Type', value: 'c' }]);
  });

  test('path and query parameters', () => {
    const context = { requestOverride: { querystring: { q: ['1', '2'] }, path: { id: 7 } } };
    expect(parameterOverrides(context, 'querystring')).toEqual([['q', ['1', '2']]]);
    expect(parameterOverrides(context, 'path')).toEqual([['id', ['7']]]);
    expect(parameterOverrides({}, 'path')).toEqual([]);
  });
});

describe('a parameter is overridden once', () => {
  const render = (...templates: readonly string[]) => {
    const scope = templateScope(validated());
    for (const template of templates) compileTemplate('test', template).render(scope.variables(''));
    return scope.context;
  };

  test.each([
    '#set($context.requestOverride.header.X = "1")#set($context.requestOverride.header.X = "2")',
    '#foreach($i in [1, 2])#set($context.requestOverride.querystring["q"] = $i)#end',
    '#set($old = $context.requestOverride.path.put("id", 1))#set($old = $context.requestOverride.path.put("id", 2))',
    '#set($context.responseOverride.status = 201)#set($context.responseOverride.status = 202)',
  ])('%s fails the template', (template) => {
    expect(() => render(template)).toThrow(expect.objectContaining({ code: 'TEMPLATE_FAILED' }));
  });

  test('several parameters are overridden, and one by each of both templates', () => {
    const both = render(
      '#set($context.requestOverride.header.X = "1")#set($context.requestOverride.header.Y = "2")#set($context.responseOverride.header.X = "a")',
      '#set($context.responseOverride.header.X = "b")#set($context.responseOverride.status = 404)',
    );
    expect(headerOverrides(both, 'requestOverride')).toEqual([{ name: 'X', value: '1' }, { name: 'Y', value: '2' }]);
    expect(headerOverrides(both, 'responseOverride')).toEqual([{ name: 'X', value: 'b' }]);
  });

  test('values that are not parameters may be set repeatedly', () => {
    expect(render('#set($context.responseOverride.custom = 1)#set($context.responseOverride.custom = 2)')).toMatchObject({ responseOverride: { custom: 2 } });
  });
});
