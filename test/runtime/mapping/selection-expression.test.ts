import { compileSelectionExpression } from '../../../lib/runtime/mapping/selection-expression';

const message = JSON.stringify({ action: 'join', service: 'chat', count: 3, flag: true, none: null, list: [{ name: 'first' }], deep: { a: { b: 'c' } }, 'odd name': 'x' });
const source = {
  message,
  headers: [{ name: 'X-Kind', value: 'header' }],
  queryParameters: { kind: ['first', 'last'] },
  stageVariables: { color: 'red' },
  context: () => ({ routeKey: 'join', authorizer: { role: 'admin' } }),
  response: { status: '404', headers: [{ name: 'X-From', value: 'backend' }], body: '{"error": "gone"}' },
};

test.each([
  ['$request.body.action', 'join'],
  ['${request.body.service}/${request.body.action}', 'chat/join'],
  ['static', 'static'],
  ['\\$default', '$default'],
  ['a\\$b', 'a$b'],
  ['$request.body.count', '3'],
  ['$request.body.flag', 'true'],
  ['$request.body.none', ''],
  ['$request.body.missing', ''],
  ['$request.body.deep.a.b', 'c'],
  ['$request.body.deep.a', '{"b":"c"}'],
  ['$request.body.list[0].name', 'first'],
  ['$request.body[\'odd name\']', 'x'],
  ['$request.body.constructor', ''],
  ['$request.body.list.last', ''],
  ['$request.header.x-kind', 'header'],
  ['$request.querystring.kind', 'last'],
  ['$context.authorizer.role', 'admin'],
  ['$stageVariables.color', 'red'],
  ['$integration.response.statuscode', '404'],
  ['$integration.response.header.x-from', 'backend'],
  ['$integration.response.body.error', 'gone'],
  ['$unknown.x', ''],
])('%s selects "%s"', (expression, expected) => {
  expect(compileSelectionExpression(expression)(source)).toBe(expected);
});

test.each(['not JSON', '', '42', '"text"', '['.repeat(2_000), '{"action":"\ud800"'])('a message without members selects nothing: %.20s', (text) => {
  expect(compileSelectionExpression('$request.body.action')({ message: text })).toBe('');
});
