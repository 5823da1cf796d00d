import { addressRanges, canonicalAddress, isAddressRange } from '../../../lib/runtime/edge/addresses';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::FFFF:7f00:1', '127.0.0.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::1', '::1'],
])('%s is written %s', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical);
});

test.each(['', 'unknown', '_hidden', '1.2.3', '010.0.0.1', '1.2.3.4.5', 'api.test', '\'"><img>', ':::1'])('%j is rejected', (given) => {
  expect(canonicalAddress(given)).toBeUndefined();
});

test('ranges contain an address however it is written', () => {
  const contains = addressRanges(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
  expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1', 'FD12:0::1%lo'].map(contains)).toEqual([true, true, true, true, true]);
  expect(['11.0.0.1', '192.0.2.8', 'fe80::1', 'nobody'].map(contains)).toEqual([false, false, false, false]);
});

test('recognizes addresses and ranges', () => {
  expect(['10.0.0.0/8', '10.0.0.1', '::1', 'fd00::/128'].every(isAddressRange)).toBe(true);
  expect(['10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0/8', 'proxy.test', '', '10.0.0.1/8/8'].some(isAddressRange)).toBe(false);
});
