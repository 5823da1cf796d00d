import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { canonicalText } from '../../spec';
import { makeDirectory, replaceFile } from './durable';
import { isMissing } from './json-file';
import { STAGE_RECORD_VERSION, stageRecordSchema, type StageRecord } from './stage-history';
import { apiDirectoryName, fileNameOf, readStateFile } from './state-files';

/*
 * `stages/<api>/<stage>.json` of the state directory: what each stage points at. A file is replaced as a whole; replacing
 * it is the moment a deploy or a rollback takes effect.
 */

/**
 * What a stage points at; undefined when it was never deployed.
 * @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED
 */
export function readStageRecord(stateDirectory: string, api: string, stage: string): StageRecord | undefined {
  const file = stageFile(stateDirectory, api, stage);
  if (!existsSync(file)) return undefined;
  const record = readRecordFile(file);
  if (record.api === api && record.stage === stage) return record;
  throw new GatewayError('STATE_DAMAGED', { reason: `it is about stage "${record.stage}" of ${record.api}` }, { place: file });
}

/** Whether there is a record of the stage, readable or not. */
export function hasStageRecord(stateDirectory: string, api: string, stage: string): boolean {
  return existsSync(stageFile(stateDirectory, api, stage));
}

/** All stages of an API that were deployed, by name. */
export function readStageRecords(stateDirectory: string, api: string): StageRecord[] {
  return stageFilesIn(path.join(stateDirectory, 'stages', apiDirectoryName(api)))
    .flatMap((name) => readStageRecord(stateDirectory, api, name.slice(0, -'.json'.length)) ?? []);
}

/**
 * Names of the APIs with stages that were deployed.
 * @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED
 */
export function recordedApis(stateDirectory: string): string[] {
  return namesIn(path.join(stateDirectory, 'stages')).flatMap((directory) => {
    const [first] = stageFilesIn(path.join(stateDirectory, 'stages', directory));
    return first === undefined ? [] : readRecordFile(path.join(stateDirectory, 'stages', directory, first)).api;
  });
}

/** Points the stage at what the record says, durably, at one moment. */
export function writeStageRecord(stateDirectory: string, record: StageRecord): void {
  const file = stageFile(stateDirectory, record.api, record.stage);
  makeDirectory(path.dirname(file));
  replaceFile(file, canonicalText(record));
}

function stageFile(stateDirectory: string, api: string, stage: string): string {
  return path.join(stateDirectory, 'stages', apiDirectoryName(api), `${fileNameOf('stage', stage)}.json`);
}

function readRecordFile(file: string): StageRecord {
  return readStateFile(file, STAGE_RECORD_VERSION, stageRecordSchema);
}

function stageFilesIn(directory: string): string[] {
  return namesIn(directory).filter((name) => name.endsWith('.json'));
}

/** Names in a directory without those that are being written; none when the directory is not there. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
