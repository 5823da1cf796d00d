import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { canonicalText } from '../../spec';
import { codeOf, readAssembly } from './assembly';
import { codeDigest } from './code-file';
import { hasDeployment, summaryOf, verifyDeployment } from './deployment-store';
import { makeDirectory, replaceFile } from './durable';
import { underStateLock } from './lock';
import { storeDefinition } from './pin-existing-stages';
import { stageRecordSchema, type StageRecord } from './stage-history';
import { readStageRecord, readStageRecords, writeStageRecord } from './stage-records';
import { readStateFile } from './state-files';

/* Documents by which gateways share the deployments of stages. Code does not travel: each machine has it, by its digest. */

const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const stageDocumentSchema = z.strictObject({ record: stageRecordSchema, fingerprint: digest, codeDigest: digest });

/** The record of a stage, and what identifies the deployment that it serves on every machine. */
export interface StageDocument {
  readonly record: StageRecord;
  readonly fingerprint: string;
  readonly codeDigest: string;
}

export function documentDigest(document: StageDocument): string {
  return createHash('sha256').update(canonicalText(document)).digest('hex');
}

/** The documents of these APIs' stages. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function readStageDocuments(stateDirectory: string, apis: readonly string[]): StageDocument[] {
  return apis.flatMap((api) => readStageRecords(stateDirectory, api)).map((record) => {
    const { fingerprint, codeDigest: code } = summaryOf(stateDirectory, record.current);
    return { record, fingerprint, codeDigest: code };
  });
}

/** A document that another gateway has published, and where to put it. */
export interface AdoptOptions {
  readonly stateDirectory: string;
  readonly source: string;
  /** The document that is here now, as it was read; undefined for none. */
  readonly replaces: StageDocument | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Makes a stage serve what another gateway deployed. Its code is that of the state directory or of the assembly, if it is the same.
 * @returns whether it does: a stage that was deployed here since it was read is left alone
 * @throws DEPLOYMENT_NOT_HERE, DEPLOY_IN_PROGRESS, STATE_DAMAGED, STATE_NOT_WRITABLE, and the errors of an assembly
 */
export function adoptStageDocument(document: StageDocument, { stateDirectory, source, replaces, at }: AdoptOptions): boolean {
  const { record } = document;
  return underStateLock(stateDirectory, () => {
    const present = readStageRecord(stateDirectory, record.api, record.stage);
    if (canonicalText(present ?? null) !== canonicalText(replaces?.record ?? null)) return false;
    const reason = absenceOf(document, { stateDirectory, source, at });
    if (reason !== undefined) {
      const { api, stage, current: deployment } = record;
      throw new GatewayError('DEPLOYMENT_NOT_HERE', { api, stage, deployment, reason, serves: present?.current ?? 'the assembly' });
    }
    verifyDeployment(stateDirectory, record.current);
    writeStageRecord(stateDirectory, record);
    return true;
  });
}

/** The reason why the deployment cannot be served here; undefined if it is here, or now is. */
function absenceOf(document: StageDocument, { stateDirectory, source, at }: Omit<AdoptOptions, 'replaces'>): string | undefined {
  const { record, fingerprint, codeDigest: code } = document;
  if (hasDeployment(stateDirectory, record.current)) {
    return summaryOf(stateDirectory, record.current).codeDigest === code ? undefined : 'its code here is another';
  }
  const api = readAssembly(source).find(({ name }) => name === record.api);
  if (api?.fingerprint !== fingerprint) return 'neither the state directory nor the assembly has its definition';
  if (codeDigest(codeOf(api)) !== code) return 'the assembly has its definition with other code';
  return storeDefinition(api, { stateDirectory, at }) === record.current ? undefined : 'its definition is here with other code';
}

const COMMON = 'shared-stages.json';
const VERSION = 1;
const commonSchema = z.strictObject({
  version: z.literal(VERSION),
  stages: z.record(z.string(), z.strictObject({ version: z.int().positive(), digest })),
});

/** Versions that a gateway had in common with the store, by stage. */
export type CommonVersions = z.output<typeof commonSchema>['stages'];

/** @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function readCommonVersions(stateDirectory: string): CommonVersions {
  if (!existsSync(path.join(stateDirectory, COMMON))) return {};
  return readStateFile(stateDirectory, COMMON, { version: VERSION, schema: commonSchema }).stages;
}

export function writeCommonVersions(stateDirectory: string, stages: CommonVersions): void {
  makeDirectory(stateDirectory);
  replaceFile(path.join(stateDirectory, COMMON), canonicalText({ version: VERSION, stages }));
}
