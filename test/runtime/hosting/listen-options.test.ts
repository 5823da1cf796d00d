import type { LogEntry } from '../../../lib/runtime/ports';
import { listenOptions } from '../../../lib/runtime/hosting/listen-options';
import { SERVER_LIMIT_DEFAULTS } from '../../../lib/runtime/server/server-limits';

test('unset options have their defaults', () => {
  const options = listenOptions({ serverLimits: { idleTimeoutMs: 5 } }, () => undefined);
  expect(options).toMatchObject({ ...SERVER_LIMIT_DEFAULTS, idleTimeoutMs: 5 });
  expect(options.isTrusted?.('127.0.0.1')).toBe(false);
});

test('proxies are trusted by address and range', () => {
  const { isTrusted } = listenOptions({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }, () => undefined);
  expect(['127.0.0.1', '10.9.9.9', '192.0.2.1'].map((address) => isTrusted?.(address))).toEqual([true, true, false]);
});

test('INTERNAL: an error that no request should cause is logged with its stack', () => {
  const log: LogEntry[] = [];
  listenOptions({}, (entry) => log.push(entry)).onDefect?.(new TypeError('header name'));
  expect(log).toEqual([{ level: 'error', code: 'INTERNAL', message: expect.stringMatching(/^\[INTERNAL\] .*TypeError: header name\n +at /) as string }]);
});

test('a defect that throws something without a text is logged, too', () => {
  const log: LogEntry[] = [];
  listenOptions({}, (entry) => log.push(entry)).onDefect?.(Object.create(null));
  expect(log).toMatchObject([{ code: 'INTERNAL', message: expect.stringContaining('[Object: null prototype] {}') as string }]);
});

test('ACCEPT_FAILED: what the system does not hand over is counted', () => {
  const log: LogEntry[] = [];
  listenOptions({}, (entry) => log.push(entry)).onCut?.('ACCEPT_FAILED');
  expect(log).toEqual([{ level: 'warn', code: 'ACCEPT_FAILED', message: '[ACCEPT_FAILED] the system refused 1 new connections' }]);
});

test('CONNECTIONS_EXCEEDED, ADDRESS_CONNECTIONS_EXCEEDED and CLIENT_TOO_SLOW: cuts are logged once a second and kind, with their number', () => {
  jest.useFakeTimers();
  const log: LogEntry[] = [];
  const { onCut } = listenOptions({ serverLimits: { maxConnections: 7, maxConnectionsPerAddress: 3 } }, (entry) => log.push(entry));
  for (let cut = 0; cut < 3; cut += 1) onCut?.('CONNECTIONS_EXCEEDED');
  onCut?.('CLIENT_TOO_SLOW');
  onCut?.('ADDRESS_CONNECTIONS_EXCEEDED');
  expect(log.map(({ code }) => code)).toEqual(['CONNECTIONS_EXCEEDED', 'CLIENT_TOO_SLOW', 'ADDRESS_CONNECTIONS_EXCEEDED']);
  expect(log[2]?.message).toBe('[ADDRESS_CONNECTIONS_EXCEEDED] closed 1 connections: their address has more than 3');
  jest.advanceTimersByTime(1_000);
  expect(log[3]).toMatchObject({ level: 'warn', message: '[CONNECTIONS_EXCEEDED] closed 2 new connections: 7 are open' });
  jest.advanceTimersByTime(10_000);
  expect(log).toHaveLength(4);
  jest.useRealTimers();
});
