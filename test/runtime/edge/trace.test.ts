import { traceOf } from '../../../lib/runtime/edge/trace';
import { ports } from '../../support/exchange';

const receivedAt = Date.UTC(2026, 0, 2, 3, 4, 5);

function trace(sent?: string): string {
  return traceOf({ receivedAt, headers: sent === undefined ? [] : [{ name: 'x-amzn-trace-id', value: sent }] }, { protocol: 'rest', service: 'amzn' }, ports()).text;
}

describe('trace header', () => {
  test('is made up when the client sends none', () => {
    expect(trace()).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=[01]$/);
    expect(Number(`0x${trace().slice('Root=1-'.length, 'Root=1-'.length + 8)}`)).toBe(receivedAt / 1_000);
  });

  test('is kept when the client sends Root, Parent and Sampled', () => {
    expect(trace('Root=1-3152b799-8954dae64eda91bc9a23a7e8;Parent=7fa8c0f79203be72;Sampled=1')).toBe(
      'Root=1-3152b799-8954dae64eda91bc9a23a7e8;Parent=7fa8c0f79203be72;Sampled=1',
    );
  });

  test('gets a Parent as second field when only Root is sent', () => {
    expect(trace('Root=1-3152b799-8954dae64eda91bc9a23a7e8;Sampled=0')).toBe(`Root=1-3152b799-8954dae64eda91bc9a23a7e8;Parent=${'a'.repeat(16)};Sampled=0`);
  });

  test('does not pass on an invalid trace header', () => {
    expect(trace('evil;Root=<script>')).toMatch(/^Root=1-/);
  });
});
