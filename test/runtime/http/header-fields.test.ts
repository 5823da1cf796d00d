import { headerFields } from '../../../lib/runtime/http/header-fields';

test('names keep their spelling, values lose the spaces around them, and every line is there', () => {
  const text = 'GET / HTTP/1.1\r\nHost: api.test\r\nx-A:b\r\nX-Empty:\r\nX-Two:  two words \r\nx-a: c\r\n\r\nbody: no';
  expect(headerFields(text, text.indexOf('Host'))).toEqual([
    { name: 'Host', value: 'api.test' }, { name: 'x-A', value: 'b' }, { name: 'X-Empty', value: '' }, { name: 'X-Two', value: 'two words' }, { name: 'x-a', value: 'c' },
  ]);
});

test('more names than are remembered are read as well', () => {
  for (let index = 0; index < 3_000; index++) expect(headerFields(`X-${index}: a\r\n\r\n`, 0)).toEqual([{ name: `X-${index}`, value: 'a' }]);
});
