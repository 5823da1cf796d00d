import type { StoreConnection } from '../store/store-connection';
import { documentDigest, stageDocumentSchema } from '../state/stage-document';
import type { Publication, SharedDocument } from './plan-sync';
import { PUBLISH, READ } from './scripts';

/** The documents of all stages in the store, at one revision. */
export interface Documents {
  readonly revision: string;
  readonly stages: ReadonlyMap<string, SharedDocument>;
}

/** No request waits for these questions. */
const TIMEOUT_MS = 1_000;

/** Stages in the store. @param key - of their hash */
export class StageDocuments {
  readonly #connection: Pick<StoreConnection, 'attempt'>;
  readonly #key: string;

  public constructor(connection: Pick<StoreConnection, 'attempt'>, key: string) {
    this.#connection = connection;
    this.#key = key;
  }

  /** Undefined if the revision is still the one that is known. @throws StoreFailure */
  public async read(known: string): Promise<Documents | undefined> {
    const call = { keys: [this.#key], values: [known], timeoutMs: TIMEOUT_MS };
    const [isNew, revision, ...fields] = await this.#connection.attempt(READ, call);
    if (Number(isNew) !== 1) return undefined;
    const texts = fields.map(String);
    const stages = texts.flatMap((name, index) => (index % 2 === 0 ? documentOf(name, texts[index + 1] ?? '') : []));
    return { revision: String(revision), stages: new Map(stages) };
  }

  /** Publishes all or none. @returns their versions; undefined if another gateway was faster @throws StoreFailure */
  public async publish(publications: readonly Publication[], revision: string): Promise<readonly number[] | undefined> {
    const values = publications.flatMap(({ name, expected, version, after, document }) =>
      [name, String(expected), String(version), String(after), JSON.stringify(document)]);
    const call = { keys: [this.#key], values: [revision, ...values], timeoutMs: TIMEOUT_MS };
    const [isDone, ...versions] = await this.#connection.attempt(PUBLISH, call);
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
