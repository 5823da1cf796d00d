import * as z from 'zod';

/** Version of a stage's file; a reader refuses any other. */
export const STAGE_RECORD_VERSION = 1;

const entrySchema = z.strictObject({
  /** `synth`: what the stage was served with, as synthesized, before the first deploy of any stage of the API. */
  action: z.enum(['synth', 'deploy', 'rollback']),
  deployment: z.string().min(1),
  variables: z.record(z.string(), z.string()),
  /** ISO 8601. */
  at: z.string(),
  /** Index of the entry that a rollback returns to. */
  back: z.int().nonnegative().optional(),
});

/** One change of a stage's deployment. */
export type StageEntry = z.output<typeof entrySchema>;

const recordSchema = z.strictObject({
  version: z.literal(STAGE_RECORD_VERSION),
  api: z.string().min(1),
  stage: z.string().min(1),
  /** Id of the deployment that the stage serves. */
  current: z.string().min(1),
  variables: z.record(z.string(), z.string()),
  /** All changes, oldest first; the last one is in force. */
  history: z.array(entrySchema).min(1),
});

/** A stage's deployment and its history. */
export type StageRecord = z.output<typeof recordSchema>;

export const stageRecordSchema: z.ZodType<StageRecord> = recordSchema
  .refine((record) => record.history.at(-1)?.deployment === record.current, 'current is not the last entry of history')
  .refine((record) => record.history.every((entry, index) => entry.back === undefined || entry.back < index), 'an entry goes back to a later one');

export interface StageTarget {
  readonly deployment: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface StageName {
  readonly api: string;
  readonly stage: string;
}

/** The first record of a stage that was served as synthesized: a later deploy can be rolled back to it. */
export function recordServed(name: StageName, { deployment, variables, at }: StageTarget & { readonly at: string }): StageRecord {
  return withEntry({ ...name, history: [] }, { action: 'synth', deployment, variables: { ...variables }, at });
}

/**
 * The record after a deploy; the same record when it changes nothing. The first deploy of a stage that was served as
 * synthesized is the first entry, with nothing before it to roll back to.
 */
export function recordDeploy(record: StageRecord | undefined, name: StageName, target: StageTarget & { readonly at: string }): StageRecord {
  const entry: StageEntry = { action: 'deploy', deployment: target.deployment, variables: { ...target.variables }, at: target.at };
  if (record === undefined) return withEntry({ ...name, history: [] }, entry);
  const last = record.history.at(-1);
  if (!isSameTarget(last, target)) return withEntry(record, { ...entry, back: record.history.length - 1 });
  return last?.action === 'synth' ? withEntry(record, entry) : record;
}

/**
 * The record after rolling back to the previous deployment and its variables. Each rollback goes back one more; after
 * another deploy, it goes back to what that deploy replaced. Undefined if there is nothing before.
 */
export function recordRollback(record: StageRecord, at: string): StageRecord | undefined {
  const back = record.history.at(-1)?.back;
  const target = back === undefined ? undefined : record.history[back];
  return target === undefined ? undefined : withEntry(record, { ...target, action: 'rollback', at });
}

/** The record after switching to a given deployment, with its last variables on this stage, or else the current ones. */
export function recordRollbackTo(record: StageRecord, deployment: string, at: string): StageRecord {
  if (record.current === deployment) return record;
  const earlier = [...record.history].reverse().find((entry) => entry.deployment === deployment);
  const target = earlier ?? { deployment, variables: record.variables, back: record.history.length - 1 };
  return withEntry(record, { ...target, action: 'rollback', at });
}

function withEntry(record: Pick<StageRecord, 'api' | 'stage' | 'history'>, entry: StageEntry): StageRecord {
  return {
    version: STAGE_RECORD_VERSION,
    api: record.api,
    stage: record.stage,
    current: entry.deployment,
    variables: entry.variables,
    history: [...record.history, entry],
  };
}

function isSameTarget(entry: StageEntry | undefined, target: StageTarget): boolean {
  if (entry?.deployment !== target.deployment) return false;
  const [wanted, present] = [Object.entries(target.variables), entry.variables];
  return wanted.length === Object.keys(present).length && wanted.every(([name, value]) => present[name] === value);
}
