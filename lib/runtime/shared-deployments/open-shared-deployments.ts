import { Heartbeat } from '../store/heartbeat';
import type { StoreConnection } from '../store/store-connection';
import { StageDocuments } from './documents';
import { SharedDeployments, type SharedDeploymentsParts } from './shared-deployments';

/** How often the store and the state directory are looked at: a deploy reaches all gateways within a second. */
const LOOK_MS = 250;

export interface OpenSharedDeploymentsParts extends Omit<SharedDeploymentsParts, 'documents'> {
  readonly connection: Pick<StoreConnection, 'attempt'>;
  readonly accountId: string;
  readonly region: string;
  /** A random number from 0 to 1. */
  readonly random: () => number;
}

/** Brings the state directory to what is shared, and keeps it there. */
export async function openSharedDeployments(given: OpenSharedDeploymentsParts): Promise<{ readonly close: () => Promise<void> }> {
  const { connection, accountId, region, random, ...parts } = given;
  const documents = new StageDocuments(connection, `synthgate:{${accountId}/${region}}:stages`);
  const { sync } = new SharedDeployments({ ...parts, documents });
  const heartbeat = new Heartbeat({ everyMs: LOOK_MS, random, beat: sync });
  await sync();
  heartbeat.start();
  return { close: () => heartbeat.stop() };
}
