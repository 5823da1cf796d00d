import path from 'node:path';
import { GatewayError } from '../../errors';
import { readSpecText } from '../../spec';
import { formatGateway } from '../format-gateway';
import { definitionText } from '../wrap';
import type { WritingRule } from './mode';
import { readSnapshot, snapshotFile, writeSnapshot, type SnapshotFormat } from './snapshot-files';

/** A definition in the formats of a snapshot. */
export interface SnapshotTexts {
  readonly apiName: string;
  readonly texts: Readonly<Record<SnapshotFormat, string>>;
}

/**
 * Prints a definition: an `Api`, a construct of aws-cdk-lib with one API, or the text of a spec.
 * @throws TEST_SUBJECT_INVALID, DEFINITION_INVALID, SPEC_*
 */
export function snapshotTexts(subject: unknown): SnapshotTexts {
  const json = typeof subject === 'string' ? subject : definitionText(subject);
  if (json === undefined) throw new GatewayError('TEST_SUBJECT_INVALID', { given: subject === null ? 'null' : typeof subject });
  const { spec } = readSpecText(json, 'the snapshot');
  return { apiName: spec.api.name, texts: { text: formatGateway({ toJson: () => json }), json: `${json.trimEnd()}\n` } };
}

/** The result of a comparison, as runners count it. */
export type SnapshotVerdict =
  | { readonly type: 'matched' | 'added' | 'updated' }
  | { readonly type: 'unmatched'; readonly error: GatewayError };

export interface SnapshotComparison extends SnapshotTexts {
  readonly stem: string;
  readonly formats: readonly SnapshotFormat[];
  readonly rule: WritingRule;
  /** A readable diff of two texts. */
  readonly diff: (expected: string, received: string) => string;
}

/** Compares with the existing files and writes what the mode allows. */
export function matchSnapshot({ apiName, texts, stem, formats, rule, diff }: SnapshotComparison): SnapshotVerdict {
  const files = formats.map((format) => {
    const file = snapshotFile(stem, format);
    return { file, kept: readSnapshot(file), text: texts[format] };
  });
  const missing = files.filter(({ kept }) => kept === undefined);
  const changed = files.filter(({ kept, text }) => kept !== undefined && kept !== text);
  const [firstChanged] = changed;
  if (firstChanged !== undefined && rule.writes !== 'all') {
    const difference = diff(firstChanged.kept ?? '', firstChanged.text);
    return { type: 'unmatched', error: new GatewayError('SNAPSHOT_DIFFERS', { api: apiName, file: shown(firstChanged.file), diff: difference }) };
  }
  const [firstMissing] = missing;
  if (firstMissing !== undefined && rule.writes === 'none') {
    return { type: 'unmatched', error: new GatewayError('SNAPSHOT_MISSING', { api: apiName, file: shown(firstMissing.file), reason: rule.reason }) };
  }
  for (const { file, text } of [...missing, ...changed]) writeSnapshot(file, text);
  if (firstChanged !== undefined) return { type: 'updated' };
  return { type: firstMissing === undefined ? 'matched' : 'added' };
}

/** Relative if that is shorter, so that messages are the same on every machine. */
function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
