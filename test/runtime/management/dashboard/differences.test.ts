import { differencesOf } from '../../../../lib/runtime/management/dashboard/differences';

const answer = (body: string): Parameters<typeof differencesOf>[0] => ({
  status: 200, response: { headers: [], body, isBase64: false, bodyBytes: body.length, bodyTruncated: false, isStreamed: false },
});

test('bodies are compared member by member, and as texts if they are nested too deeply', () => {
  expect(differencesOf(answer('{"a":{"b":1}}'), answer('{"a":{"b":2}}'))).toEqual([{ what: 'body /a/b', before: '1', after: '2' }]);
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(differencesOf(answer(deep), answer('[]'))).toEqual([{ what: 'body', before: deep, after: '[]' }]);
});
