import { eventStreamReader } from '../../../lib/dashboard/model/event-stream';

test('events are read whole, wherever the text is cut', () => {
  const text = ': hello\n\nevent: request\ndata: {"a":1}\n\nevent: clock\r\ndata: one\r\ndata: two\r\n\r\ndata:3\n\n';
  const whole = eventStreamReader()(text);
  expect(whole).toEqual([{ type: 'request', data: '{"a":1}' }, { type: 'clock', data: 'one\ntwo' }, { type: 'message', data: '3' }]);
  for (const size of [1, 7]) {
    const read = eventStreamReader();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
    expect(pieces.flatMap((piece) => read(piece))).toEqual(whole);
  }
});
