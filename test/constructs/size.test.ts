import { Size } from '../../lib/constructs';
import { thrownBy } from '../support/declaration';

test('knows its bytes', () => {
  expect([Size.bytes(7), Size.kibibytes(1.5), Size.mebibytes(2)].map((size) => size.toBytes())).toEqual([7, 1_536, 2_097_152]);
});

test.each([-1, Number.NaN, Infinity])('%s is not a valid amount of data', (amount) => {
  expect(thrownBy(() => Size.bytes(amount))).toMatchObject({ code: 'SIZE_INVALID' });
});
