import type { StoreConnection } from '../store/store-connection';
import { documentDigest, stageDocumentSchema } from '../state/stage-document';
import { script } from '../store/script';
import type { Publication, SharedDocument } from './plan-sync';

/** The documents of all stages in the store, at one revision. */
export interface Documents {
  readonly revision: string;
  readonly stages: ReadonlyMap<string, SharedDocument>;
}

/** No request waits for these questions. */
const TIMEOUT_MS = 1_000;

/** Stages in the store. @param key - of their hash */
export class StageDocuments {
  public constructor(private readonly connection: Pick<StoreConnection, 'attempt'>, private readonly key: string) {}

  /** Undefined if the revision is still the one that is known. @throws StoreFailure */
  public async read(known: string): Promise<Documents | undefined> {
    const call = { keys: [this.key], values: [known], timeoutMs: TIMEOUT_MS };
    const [isNew, revision, ...fields] = await this.connection.attempt(READ, call);
    if (Number(isNew) !== 1) return undefined;
    const texts = fields.map(String);
    const stages = texts.flatMap((name, index) => (index % 2 === 0 ? documentOf(name, texts[index + 1] ?? '') : []));
    return { revision: String(revision), stages: new Map(stages) };
  }

  /** Publishes all or none. @returns their versions; undefined if another gateway was faster @throws StoreFailure */
  public async publish(publications: readonly Publication[], revision: string): Promise<readonly number[] | undefined> {
    const values = publications.flatMap(({ name, expected, version, after, document }) =>
      [name, String(expected), String(version), String(after), JSON.stringify(document)]);
    const call = { keys: [this.key], values: [revision, ...values], timeoutMs: TIMEOUT_MS };
    const [isDone, ...versions] = await this.connection.attempt(PUBLISH, call);
    return Number(isDone) === 1 ? versions.map(Number) : undefined;
  }
}

/** Reads a document; a text of another program, or of a later version of this one, is none. */
function documentOf(name: string, text: string): [string, SharedDocument][] {
  const [, version, json] = /^(\d+) (.*)$/s.exec(text) ?? [];
  if (version === undefined || json === undefined) return [];
  try {
    const { data } = stageDocumentSchema.safeParse(JSON.parse(json));
    return data === undefined ? [] : [[name, { version: Number(version), digest: documentDigest(data), document: data }]];
  } catch {
    return [];
  }
}

/*
 * The stages of an account and region are one hash: `["Api","stage"]` → `version text`, with `counter`, the highest version, and
 * `revision`, which each change replaces. KEYS[1] is that hash.
 */

/** Reads all stages, if any has changed. ARGV: the revision that is known. Replies 0, or 1, the revision, and fields with values. */
const READ = script(`
local revision = redis.call('HGET', KEYS[1], 'revision') or ''
if revision == ARGV[1] then return {0} end
local reply = redis.call('HGETALL', KEYS[1])
table.insert(reply, 1, 1)
table.insert(reply, 2, revision)
return reply
`);

/**
 * Publishes stages, all or none. ARGV: the next revision, then of each stage its field, the version that it must have (0: none), the
 * version that it gets (0: a new one), the version that a new one must exceed, and its text. Replies 1 and their versions, or 0.
 */
const PUBLISH = script(`
for at = 2, #ARGV, 5 do
  local kept = redis.call('HGET', KEYS[1], ARGV[at])
  local version = kept and string.match(kept, '^%d+') or '0'
  if version ~= ARGV[at + 1] then return {0} end
end
local counter, reply = tonumber(redis.call('HGET', KEYS[1], 'counter') or 0), {1}
for at = 2, #ARGV, 5 do
  local version = tonumber(ARGV[at + 2])
  counter = math.max(counter, version, tonumber(ARGV[at + 3]))
  if version == 0 then
    counter = counter + 1
    version = counter
  end
  redis.call('HSET', KEYS[1], ARGV[at], string.format('%.0f ', version) .. ARGV[at + 4])
  reply[#reply + 1] = version
end
redis.call('HSET', KEYS[1], 'counter', string.format('%.0f', counter), 'revision', ARGV[1])
return reply
`);
