import { expect } from '@jest/globals';
import { gatewayMatchers, gatewaySerializer, type GatewaySnapshotOptions } from './index';

/** Adds `expect(api).toMatchGatewaySnapshot()` to jest, and prints an `Api` in its own snapshots as text. */
expect.extend({ ...gatewayMatchers });
expect.addSnapshotSerializer(gatewaySerializer);

interface GatewayMatchers<Result> {
  /** The definition is as its snapshot; see `gatewayMatchers`. */
  toMatchGatewaySnapshot(options?: GatewaySnapshotOptions | string): Result;
}

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends GatewayMatchers<R> {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends GatewayMatchers<R> {}
}
