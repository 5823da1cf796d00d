import type { Observer } from './observer';
import type { Ports } from './serve-gateway';

interface CheckedFixture {
  readonly ports: Ports;
  readonly observer: Observer;
}

/**
 * Calls every route as a good client does, and waits until its function is warm: a gateway that refused everybody would pass
 * most cases. @throws Error
 */
export async function checkFixture({ ports, observer }: CheckedFixture, token: string): Promise<void> {
  const url = `http://127.0.0.1:${ports.data}/dev`;
  const json = { 'Content-Type': 'application/json' };
  const calls: readonly (readonly [target: string, functionName: string, options: RequestInit])[] = [
    ['echo', 'echo', {}],
    ['ping', 'ping', {}],
    ['open/a/b', 'open', {}],
    ['json', 'json', { method: 'POST', headers: json, body: '{"a":1}' }],
    ['private', 'private', { headers: { 'X-Api-Key': 'good-key' } }],
    ['private/x', 'private', { headers: { 'X-Api-Key': 'good-key' } }],
    ['jwt', 'jwt', { headers: { Authorization: `Bearer ${token}` } }],
    ['upload', 'upload', { method: 'POST', body: 'a' }],
  ];
  for (const [target, functionName, options] of calls) {
    const response = await fetch(`${url}/${target}`, options);
    const text = await response.text();
    const last = observer.all.at(-1);
    if (response.status !== 200 || last?.functionName !== functionName) {
      throw new Error(`the fixture does not work: /${target} responds ${response.status} ${text}; ${last?.functionName} ran last`);
    }
  }
}
