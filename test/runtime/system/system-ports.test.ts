import { systemPorts } from '../../../lib/runtime/system/system-ports';

describe('ports of a real process', () => {
  const { randomHex, newId, now } = systemPorts(() => undefined);

  test('random digits have the length asked for and do not repeat', () => {
    const seen = new Set(Array.from({ length: 5000 }, () => randomHex(16)));
    expect(seen.size).toBe(5000);
    expect([...seen].every((text) => /^[0-9a-f]{16}$/.test(text))).toBe(true);
    expect(randomHex(7)).toMatch(/^[0-9a-f]{7}$/);
    expect(randomHex(80)).toMatch(/^[0-9a-f]{80}$/);
  });

  test('ids are UUIDs of version 4, the clock is the system\'s unless one is given', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(now() - Date.now())).toBeLessThan(60_000);
    expect(systemPorts(() => undefined, { now: () => 7 }).now()).toBe(7);
  });

  test('the clock of throttling does not follow the wall clock, but one that a test gives', () => {
    const { monotonicNow } = systemPorts(() => undefined);
    const first = monotonicNow();
    expect(monotonicNow()).toBeGreaterThanOrEqual(first);
    expect(first).toBeLessThan(Date.UTC(2000, 0)); // ms since the process began
    expect(systemPorts(() => undefined, { now: () => 7 }).monotonicNow()).toBe(7);
    expect(systemPorts(() => undefined, { now: () => 7, monotonicNow: () => 8 }).monotonicNow()).toBe(8);
  });
});
