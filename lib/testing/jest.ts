import { expect } from '@jest/globals';
import { gatewayMatchers, gatewaySerializer, type SnapshotArguments } from './index';

/** Adds `expect(api).toMatchGatewaySnapshot()` to jest, and prints an `Api` in its own snapshots as text. */
expect.extend({ ...gatewayMatchers });
expect.addSnapshotSerializer(gatewaySerializer);

// the names of the parameters are jest's: declarations of one interface must agree
declare global {
  namespace jest {
    interface Matchers<R, T> {
      /** The definition is as its snapshot; see `gatewayMatchers`. */
      toMatchGatewaySnapshot(...options: SnapshotArguments<T>): R;
    }
  }
}

declare module 'expect' {
  interface Matchers<R, T> {
    /** The definition is as its snapshot; see `gatewayMatchers`. */
    toMatchGatewaySnapshot(...options: SnapshotArguments<T>): R;
  }
}
