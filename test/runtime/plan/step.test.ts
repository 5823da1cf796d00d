import type {
  Admitted, Authorized, Decompressed, Identified, Logged, Recorded, Routed, Validated,
} from '../../../lib/runtime/plan/exchange';
import { planned, StepList, unneeded, type Planned } from '../../../lib/runtime/plan/step';
import { routed } from '../../support/exchange';

/*
 * The proofs are types: what a line with @ts-expect-error says is checked by `tsc -p test`, which is part of the build's
 * checks. A proof that could be skipped, swapped or forged would make such a line an error.
 */

const record: Planned<Routed, Recorded> = planned('record', () => undefined);
const authorize: Planned<Recorded, Authorized> = planned('authorize', () => undefined);
const identify: Planned<Authorized, Identified> = unneeded();
const throttle: Planned<Identified, Admitted> = planned('throttle', () => undefined, { isSkippedWhenAnswered: true });
const logAdmission: Planned<Admitted, Logged> = unneeded();
const decompress: Planned<Logged, Decompressed> = unneeded();
const validate: Planned<Decompressed, Validated> = planned('validate', () => undefined);
const integrate: Planned<Validated, Validated> = planned('integrate', () => undefined);

const begin = (): StepList<Routed> => StepList.begin<Routed>();
const authorized = begin().then(record).then(authorize);

test('a list has the steps that are needed, in their order', () => {
  const list: StepList<Validated> = authorized.then(identify).then(throttle).then(logAdmission).then(decompress).then(validate);
  expect(list.toArray().map(({ name, isSkippedWhenAnswered }) => [name, isSkippedWhenAnswered])).toEqual([
    ['record', false], ['authorize', false], ['throttle', true], ['validate', false],
  ]);
  expect(authorized.toArray()).toHaveLength(2); // adding makes another list
});

test('a step that is skipped does not compile', () => {
  // @ts-expect-error nobody has authorized
  begin().then(record).then(identify);
  // @ts-expect-error nobody has recorded
  begin().then(authorize);
  // @ts-expect-error nobody has validated
  authorized.then(identify).then(throttle).then(logAdmission).then(decompress).then(integrate);
  // @ts-expect-error a whole list proves more than one that ends early
  const early: StepList<Validated> = authorized.then(identify);
  expect(early.toArray()).toHaveLength(2);
});

test('steps that are swapped do not compile', () => {
  // @ts-expect-error identify comes after authorize
  begin().then(record).then(identify).then(authorize);
  // @ts-expect-error authorize comes before throttle
  begin().then(record).then(throttle);
  // @ts-expect-error decompress comes before validate
  authorized.then(identify).then(throttle).then(logAdmission).then(validate);
});

test('a step that was not needed has its place in the order all the same', () => {
  const none: Planned<Recorded, Authorized> = unneeded();
  expect(begin().then(record).then(none).then(identify).toArray()).toHaveLength(1);
  // @ts-expect-error nobody has recorded, though nothing is to be done
  begin().then(none);
});

test('a proof cannot be written by hand', () => {
  const request = routed();
  // @ts-expect-error a request is not proof of its authorization
  const authorized: Authorized = request;
  // @ts-expect-error nor is one with a member of that name
  const unauthorized: Authorized = { ...request, passed: { record: true, authorize: true } };
  expect(authorized).toBe(request);
  expect(unauthorized).toHaveProperty('passed');
});

test('what takes less proof takes more of it, too, and never the other way round', () => {
  const anybody: Planned<Routed, Routed> = unneeded();
  const restricted: Planned<Authorized, Authorized> = unneeded();
  // @ts-expect-error a step for authorized requests is not one for all
  const widened: Planned<Routed, Routed> = restricted;
  expect([anybody.step, widened.step]).toEqual([undefined, undefined]);
});
