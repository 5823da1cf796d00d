import { METRICS_TYPE } from '../metrics/write-text';
import type { Readiness } from './readiness';

export interface HealthAnswer {
  readonly status: 200 | 500 | 503;
  readonly text: string;
  /** @default text/plain */
  readonly contentType?: string;
}

export interface HealthParts {
  readonly readiness: Readiness;
  readonly metrics: () => Promise<string>;
}

/** A page of the health port: it answers GET and HEAD, without a token, to everyone who can reach the port. */
export type HealthRoute = (parts: HealthParts) => HealthAnswer | Promise<HealthAnswer>;

const ready: HealthRoute = ({ readiness: { state } }) => ({ status: state === 'ready' ? 200 : 503, text: state });

/** The pages of the health port. Functions and backends do not count: a slow one would take all gateways out of service. */
export const HEALTH_ROUTES: ReadonlyMap<string, HealthRoute> = new Map<string, HealthRoute>([
  ['/livez', () => ({ status: 200, text: 'live' })],
  ['/readyz', ready],
  // for balancers that are used to one path; a probe that restarts the process asks for /livez
  ['/healthz', ready],
  ['/metrics', async ({ metrics }) => ({ status: 200, text: (await metrics()).trimEnd(), contentType: METRICS_TYPE })],
]);
