import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { canonicalText } from '../../spec';
import { makeDirectory, replaceFile, temporaryFiles } from './durable';
import { resolveInside } from './inside';
import { isMissing } from './system-error';
import { STAGE_RECORD_VERSION, stageRecordSchema, type StageRecord } from './stage-history';
import { apiDirectoryName, asWriteFailure, fileNameOf, readStateFile } from './state-files';

/*
 * `stages/<api>/<stage>.json` of the state directory: what each stage serves. A file is replaced as a whole; replacing
 * it is the moment a deploy or a rollback takes effect.
 */

const STAGES = 'stages';

/** Reads the record of a stage; undefined if it was never deployed. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function readStageRecord(stateDirectory: string, api: string, stage: string): StageRecord | undefined {
  if (!hasStageRecord(stateDirectory, api, stage)) return undefined;
  const record = readRecordFile(stateDirectory, stageFile(api, stage));
  if (record.api === api && record.stage === stage) return record;
  const location = path.join(stateDirectory, stageFile(api, stage));
  throw new GatewayError('STATE_DAMAGED', { reason: `it is about stage "${record.stage}" of ${record.api}` }, { location });
}

/** Whether there is a record of the stage, readable or not. */
export function hasStageRecord(stateDirectory: string, api: string, stage: string): boolean {
  return existsSync(resolveInside(stateDirectory, stageFile(api, stage)));
}

export function readStageRecords(stateDirectory: string, api: string): StageRecord[] {
  return stageFilesIn(stateDirectory, apiDirectoryName(api))
    .flatMap((name) => readStageRecord(stateDirectory, api, name.slice(0, -'.json'.length)) ?? []);
}

/** Names of the APIs with stages that were deployed. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function recordedApis(stateDirectory: string): string[] {
  return namesIn(stateDirectory, STAGES).flatMap((directory) => {
    const [first] = stageFilesIn(stateDirectory, directory);
    return first === undefined ? [] : readRecordFile(stateDirectory, path.join(STAGES, directory, first)).api;
  });
}

/** The directory in which records of stages appear, for who waits for them; it is made where it is missing. @throws STATE_NOT_WRITABLE */
export function makeStagesDirectory(stateDirectory: string): string {
  return asWriteFailure(stateDirectory, () => {
    const directory = resolveInside(stateDirectory, STAGES);
    makeDirectory(directory);
    readdirSync(directory); // fails for a file
    return directory;
  });
}

/** Points the stage at the target of its record, durably and atomically. */
export function writeStageRecord(stateDirectory: string, record: StageRecord): void {
  const file = resolveInside(stateDirectory, stageFile(record.api, record.stage));
  makeDirectory(path.dirname(file));
  replaceFile(file, canonicalText(record));
}

/** Records that are being written, or were when their process ended. */
export function temporaryRecords(stateDirectory: string): string[] {
  return namesIn(stateDirectory, STAGES).flatMap((api) => temporaryFiles(resolveInside(stateDirectory, path.join(STAGES, api))));
}

function stageFile(api: string, stage: string): string {
  return path.join(STAGES, apiDirectoryName(api), `${fileNameOf('stage', stage)}.json`);
}

function readRecordFile(stateDirectory: string, name: string): StageRecord {
  return readStateFile(stateDirectory, name, { version: STAGE_RECORD_VERSION, schema: stageRecordSchema });
}

function stageFilesIn(stateDirectory: string, directory: string): string[] {
  return namesIn(stateDirectory, path.join(STAGES, directory)).filter((name) => name.endsWith('.json'));
}

/** The names in a directory, except files being written; empty if the directory does not exist. */
function namesIn(stateDirectory: string, directory: string): string[] {
  try {
    return readdirSync(resolveInside(stateDirectory, directory)).filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
