import { expect } from '@jest/globals';
import { gatewayMatchers, gatewaySerializer, type ChangeArguments, type SnapshotArguments } from './index';

/** Adds `expect(api).toMatchGatewaySnapshot()` and `.toHaveNo(…)` to jest, and prints an `Api` in its own snapshots as text. */
expect.extend({ ...gatewayMatchers });
expect.addSnapshotSerializer(gatewaySerializer);

// the type parameters are named as in jest: merged declarations must agree
declare global {
  namespace jest {
    interface Matchers<R, T> {
      /** The definition matches its snapshot; see `gatewayMatchers`. */
      toMatchGatewaySnapshot(...options: SnapshotArguments<T>): R;
      /** No change of these levels since a revision; see `gatewayMatchers`. */
      toHaveNo(...parameters: ChangeArguments<T>): R;
    }
  }
}

declare module 'expect' {
  interface Matchers<R, T> {
    /** The definition matches its snapshot; see `gatewayMatchers`. */
    toMatchGatewaySnapshot(...options: SnapshotArguments<T>): R;
    /** No change of these levels since a revision; see `gatewayMatchers`. */
    toHaveNo(...parameters: ChangeArguments<T>): R;
  }
}
