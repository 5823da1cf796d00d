import type { Socket } from 'node:net';
import { createBodyBudget } from '../../../lib/runtime/server/body-budget';
import { startServer, statusesIn } from '../../support/http-server';
import { until } from '../../support/until';

describe('the budget', () => {
  /** A budget of ten bytes, and who was refused. */
  function budgetOfTen() {
    const refused: string[] = [];
    const budget = createBodyBudget(10);
    const begin = (name: string) => budget.begin(({ code }) => refused.push(`${name} ${code}`));
    return { refused, begin, budget };
  }

  test('is kept to the byte', () => {
    const { refused, begin } = budgetOfTen();
    const [a, b] = [begin('a'), begin('b')];
    a.add(5);
    b.add(5);
    expect(refused).toEqual([]);
    b.add(1);
    expect(refused).toEqual(['a REQUEST_BYTES_EXCEEDED']);
  });

  test('rejects the sender that has been silent longest; one that sent nothing holds nothing', () => {
    const { refused, begin } = budgetOfTen();
    const [silent, a, b, c] = ['silent', 'a', 'b', 'c'].map(begin);
    silent?.add(0);
    a?.add(4);
    b?.add(4);
    a?.add(1);
    c?.add(4);
    expect(refused).toEqual(['b REQUEST_BYTES_EXCEEDED']);
  });

  test('gives up no body that has come completely', () => {
    const { refused, begin } = budgetOfTen();
    const whole = begin('whole');
    whole.add(10);
    whole.complete();
    const late = begin('late');
    late.add(1);
    expect(refused).toEqual(['late REQUEST_BYTES_EXCEEDED']);
    whole.end();
    whole.end();
    const next = begin('next');
    next.add(10);
    expect(refused).toHaveLength(1);
  });

  test('takes a complete body if there is capacity for it, and gives up incomplete ones for it', () => {
    const { refused, begin, budget } = budgetOfTen();
    begin('slow').add(4);
    expect(budget.takeComplete(6)).toBe(true);
    expect(refused).toEqual([]);
    expect(budget.takeComplete(4)).toBe(true);
    expect(refused).toEqual(['slow REQUEST_BYTES_EXCEEDED']);
    expect(budget.takeComplete(1)).toBe(false);
    budget.giveBack(4);
    expect([budget.takeComplete(4), budget.takeComplete(1)]).toEqual([true, false]);
  });

  test('does not count what comes after a refusal', () => {
    const { refused, begin } = budgetOfTen();
    const [a, b] = [begin('a'), begin('b')];
    a.add(11);
    a.add(100);
    a.end();
    b.add(10);
    expect(refused).toEqual(['a REQUEST_BYTES_EXCEEDED']);
  });
});

test('slow senders get 503, so that a client that does send gets through', async () => {
  const sockets: Socket[] = [];
  const { listener: server, connect, send, seen } = await startServer({ requestBytesInFlight: 100_000 });
  try {
    const post = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    const answers = Array.from({ length: 4 }, (_, index) => {
      const answer = { text: '' };
      const socket = connect().on('error', () => undefined).on('data', (data) => { answer.text += data.toString(); });
      sockets.push(socket);
      socket.write(post(`/slow-${index}`, 50_000) + 'x'.repeat(30_000));
      return answer;
    });
    // four times 30,000 bytes exceed the budget
    await until(() => answers.find(({ text }) => statusesIn(text)[0] === 503));
    expect(statusesIn(await send(post('/healthy', 60_000) + 'x'.repeat(60_000)))).toEqual([200]);
    expect(seen.map(({ target, body }) => [target, body.length])).toEqual([['/healthy', 60_000]]);
    // what the answered request held is free again
    expect(statusesIn(await send(post('/again', 60_000) + 'x'.repeat(60_000)))).toEqual([200]);
    await until(() => answers.filter(({ text }) => text !== '').length >= 2 || undefined);
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await server.close(0);
  }
});
