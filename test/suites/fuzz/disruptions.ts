// Where and how a client of the fuzz breaks off.
import fc from 'fast-check';
import { DISRUPTIONS, type Disruption } from '../hostile/disruption';

export const disruptions: fc.Arbitrary<Disruption> = fc.record({
  how: fc.constantFrom(...DISRUPTIONS),
  position: fc.nat(1_000).map((thousandths) => thousandths / 1_000),
  waitMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(10) }),
});
