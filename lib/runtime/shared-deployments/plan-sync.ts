import type { StageDocument } from '../state/stage-document';

/** The document of a stage as this gateway last had it in common with the store. */
export interface CommonVersion {
  readonly version: number;
  readonly digest: string;
}

export interface SharedDocument extends CommonVersion {
  readonly document: StageDocument;
}

export type OwnDocument = Omit<SharedDocument, 'version'>;

/** A document to publish, if the store still has the version that is expected; 0 for none. */
export interface Publication extends OwnDocument {
  readonly name: string;
  readonly expected: number;
  /** The version that it has already, in a store that lost its data; 0 for a new one. */
  readonly version: number;
  /** A new version is higher than this one. */
  readonly after: number;
}

/** A document to take over. */
export interface Adoption extends SharedDocument {
  readonly name: string;
  /** The change of this gateway that it replaces, which came too late. */
  readonly lost: OwnDocument | undefined;
}

/** A stage of which both have the same document. */
export interface Agreement extends CommonVersion {
  readonly name: string;
}

export type Step = { readonly publish: Publication } | { readonly adopt: Adoption } | { readonly agree: Agreement };

interface Documents {
  readonly own: ReadonlyMap<string, OwnDocument>;
  readonly common: ReadonlyMap<string, CommonVersion>;
  readonly shared: ReadonlyMap<string, SharedDocument>;
}

/** Decides who has the newer document of a stage: the store, unless what is here follows its version, or it has lost its data. */
export function planSync({ own, common, shared }: Documents): Step[] {
  const names = [...new Set([...own.keys(), ...shared.keys()])].sort();
  return names.flatMap((name) => stepOf(name, { mine: own.get(name), base: common.get(name), theirs: shared.get(name) }) ?? []);
}

interface Stage {
  readonly mine: OwnDocument | undefined;
  readonly base: CommonVersion | undefined;
  readonly theirs: SharedDocument | undefined;
}

function stepOf(name: string, { mine, base, theirs }: Stage): Step | undefined {
  if (mine === undefined) return theirs && { adopt: { name, ...theirs, lost: undefined } };
  const isChanged = base?.digest !== mine.digest;
  const after = base?.version ?? 0;
  const publish = { name, ...mine, expected: theirs?.version ?? 0, version: isChanged ? 0 : after, after };
  if (theirs === undefined) return { publish };
  if (theirs.digest === mine.digest) return { agree: { name, version: theirs.version, digest: mine.digest } };
  const isNewer = base !== undefined && (isChanged ? theirs.version <= after : theirs.version < after);
  return isNewer ? { publish } : { adopt: { name, ...theirs, lost: isChanged ? mine : undefined } };
}
