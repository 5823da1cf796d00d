import * as fc from 'fast-check';
import { readQuery, readTarget } from '../../../lib/runtime/router/request-path';

describe('request target', () => {
  test.each([
    ['/prod/pets?a=1', { stageName: 'prod', path: '/pets', routePath: '/pets', fullPath: '/prod/pets', query: 'a=1' }],
    ['/prod', { stageName: 'prod', path: '/', routePath: '/', fullPath: '/prod', query: '' }],
    ['/prod/', { stageName: 'prod', path: '/', routePath: '/', fullPath: '/prod/', query: '' }],
    ['/prod//pets', { stageName: 'prod', path: '/pets', routePath: '/pets', fullPath: '/prod//pets', query: '' }],
    ['/prod/a//b/', { stageName: 'prod', path: '/a//b/', routePath: '/a//b/', fullPath: '/prod/a//b/', query: '' }],
    ['/prod/a%2Bb', { stageName: 'prod', path: '/a%2Bb', routePath: '/a%2Bb', fullPath: '/prod/a%2Bb', query: '' }],
    ['/', { stageName: '', path: '/', routePath: '/', fullPath: '/', query: '' }],
    ['/prod?x=/a/b', { stageName: 'prod', path: '/', routePath: '/', fullPath: '/prod', query: 'x=/a/b' }],
  ])('%s', (target, expected) => {
    expect(readTarget(target)).toEqual(expected);
  });

  test('slashes around the stage are one, wherever they are', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('/', 'a', '.', '?', '='), maxLength: 12 }), (target) => {
      const [, stage = '', rest = ''] = /^\/+([^/]*)\/*(.*)$/s.exec(target.split('?', 1)[0] ?? '') ?? [];
      expect(readTarget(target)).toMatchObject({ stageName: stage, path: `/${rest}`, routePath: `/${rest}` });
    }));
  });

  test('values are decoded, + is a space, all values stay in order', () => {
    expect({ ...readQuery('a=1&a=2&plus=x+y&enc=%2B&url=https://h/') }).toEqual({ a: ['1', '2'], plus: ['x y'], enc: ['+'], url: ['https://h/'] });
  });

  test('a broken percent sequence stays as sent', () => {
    expect({ ...readQuery('a=%zz&b=%') }).toEqual({ a: ['%zz'], b: ['%'] });
  });

  test('a semicolon separates parameters (known issues of API Gateway)', () => {
    expect({ ...readQuery('a=1;b=2') }).toEqual({ a: ['1'], b: ['2'] });
  });

  test('__proto__ is a name like others', () => {
    const query = readQuery('__proto__=x');
    expect(Object.keys(query)).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('any query is read without an error', () => {
    fc.assert(fc.property(fc.string(), (text) => Object.values(readQuery(text)).every((values) => values.length > 0)));
  });
});
