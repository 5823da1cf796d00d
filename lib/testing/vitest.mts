import { expect } from 'vitest';
import { gatewayMatchers, gatewaySerializer, type ChangeArguments, type SnapshotArguments } from './index.js';

/** Adds `expect(api).toMatchGatewaySnapshot()` and `.toHaveNo(…)` to vitest, and prints an `Api` in its own snapshots as text. */
expect.extend({ ...gatewayMatchers });
expect.addSnapshotSerializer(gatewaySerializer);

declare module 'vitest' {
  interface Matchers<T = any> {
    /** The definition matches its snapshot; see `gatewayMatchers`. */
    toMatchGatewaySnapshot(...options: SnapshotArguments<T>): void;
    /** No change of these levels since a revision; see `gatewayMatchers`. */
    toHaveNo(...parameters: ChangeArguments<T>): void;
  }
}
