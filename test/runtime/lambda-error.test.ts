import { readLambdaError, thrownText } from '../../lib/runtime/lambda-error';

test('an error of a function is read as the function reported it', () => {
  const error = { errorType: 'TypeError', errorMessage: 'no pets', trace: ['TypeError: no pets', '    at handler'] };
  expect(readLambdaError(JSON.stringify(error))).toEqual(error);
});

test.each(['', 'no JSON', 'null', '5', '"text"', '[]', '{"errorType":1,"errorMessage":{},"trace":"no list"}'])('%j is an error without a message', (payload) => {
  expect(readLambdaError(payload)).toEqual({ errorType: 'Error', errorMessage: '', trace: [] });
});

test('lines of a trace that are not strings are left out', () => {
  expect(readLambdaError('{"trace":["a",1,null,"b"]}').trace).toEqual(['a', 'b']);
});

test('the trace of Python has another name', () => {
  expect(readLambdaError('{"errorType":"KeyError","errorMessage":"\'a\'","requestId":"1","stackTrace":["  File"]}').trace).toEqual(['  File']);
});

describe('the place that threw', () => {
  const placeOf = (...trace: readonly string[]) => thrownText({ errorType: 'E', errorMessage: 'no', trace });

  test('is the first frame of the function in Node.js', () => {
    expect(placeOf('E: no', '    at of (node:net:1:1)', '    at deep (/var/task/a.js:1:2)', '    at handler (/var/task/b.js:3:4)')).toBe('E: no, at deep (/var/task/a.js:1:2)');
  });

  test('is the last frame of the function in Python, before those of packages', () => {
    const frames = [
      '  File "/home/ada/shop/app.py", line 3, in handler\n    price(order)\n',
      '  File "/home/ada/shop/prices.py", line 8, in price\n    total(order)\n',
      '  File "/home/ada/shop/.venv/lib/python3.12/site-packages/money.py", line 20, in total\n    raise E()\n',
    ];
    expect(placeOf(...frames)).toBe('E: no, at price (/home/ada/shop/prices.py:8)');
  });

  test.each([['`h', 'h'], ["'Object#h", 'Object#h']])('is the first frame of the function in Ruby, before those of gems and of Ruby: %s', (quoted, name) => {
    const frames = [
      "<internal:kernel>:187:in `loop'", "/usr/lib/ruby/3.1.0/json/common.rb:216:in `parse'", "/home/ada/.rbenv/versions/3.3.6/lib/ruby/gems/3.3.0/gems/money-6.0/lib/money.rb:9:in `new'",
      `/home/ada/shop/app.rb:3:in ${quoted}'`, "/home/ada/shop/other.rb:1:in `outer'",
    ];
    expect(placeOf(...frames)).toBe(`E: no, at ${name} (/home/ada/shop/app.rb:3)`);
  });

  test('is not named without frames', () => {
    expect(placeOf()).toBe('E: no');
  });
});
