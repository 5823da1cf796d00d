import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { SPEC_FORMAT } from '../spec';
import { readDocument, readInside, type SourceDocument } from './document/read-document';
import { boundsOf, type BoundsOptions, type SourceBounds } from './document/source-bounds';
import { SOURCE_FORMATS, type SourceFormat } from './formats';
import { samConfigBeside } from './sam';
import { isMembers } from './value';

/** A source and its kind, by the content of its path. */
export type Source =
  /** An assembly of synthgate, one of its specs, or nothing that exists: the reader of assemblies says what is wrong. */
  | { readonly kind: 'assembly' }
  | { readonly kind: SourceFormat['kind']; readonly format: SourceFormat; readonly document: SourceDocument }
  /** A file that is none of these. */
  | { readonly kind: 'unknown'; readonly document: SourceDocument };

const MANIFEST = 'manifest.json';
/** The path of the gateway's assembly in a cloud assembly of synthgate's constructs. */
const GATEWAY_ASSEMBLY = path.join('gateway.out', MANIFEST);
const PROJECT_FILES = [...new Set(SOURCE_FORMATS.flatMap(({ projectFiles }) => projectFiles))];
const DOCUMENT = /\.(json|ya?ml|template)$/i;
const ASSEMBLY = 'it is an assembly or a spec of synthgate, which is used as it is';
/** Characters that binary data becomes when it is read as UTF-8. */
const UNPRINTABLE = /[\uFFFD\p{Cc}]/u;
const MOST_NAMES = 5;
const MARKS = [...new Set(SOURCE_FORMATS.filter(({ kind }) => kind !== 'cloud-assembly').map(({ mark }) => mark))];

/** Recognizes a source by its content. @throws SOURCE_UNREADABLE, SOURCE_OUTSIDE */
export function recognizeSource(file: string, { allowOutside }: BoundsOptions = {}): Source {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined) return { kind: 'assembly' };
  if (status.isDirectory()) return recognizeDirectory(file, boundsOf(file, { allowOutside }));
  if (!DOCUMENT.test(file)) return { kind: 'assembly' };
  return recognizeDocument(readDocument(file, boundsOf(path.dirname(file), { allowOutside })));
}

/** Describes a source that cannot be imported, for the error message. */
export function whyNotImported(source: Source, file: string): string {
  if (source.kind === 'unknown') return whatItIs(source.document.value);
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined) return 'there is no such file or directory';
  if (status.isFile()) return DOCUMENT.test(file) ? ASSEMBLY : 'it is not a file with JSON or YAML (.json, .yaml, .yml or .template)';
  return existsSync(path.join(file, MANIFEST)) || existsSync(path.join(file, GATEWAY_ASSEMBLY)) ? ASSEMBLY : 'the directory has no manifest.json, template.yaml or serverless.yml';
}

function whatItIs(value: unknown): string {
  if (value === undefined || value === null) return 'it is empty';
  if (Array.isArray(value)) return 'it is a list, not an object';
  if (typeof value === 'string' && UNPRINTABLE.test(value)) return 'it is neither JSON nor YAML';
  if (!isMembers(value)) return `it is a single ${typeof value}, not an object`;
  const names = Object.keys(value).slice(0, MOST_NAMES).join(', ') || 'none';
  return `it has neither ${MARKS.slice(0, -1).join(', ')} nor ${MARKS.at(-1)}; its members: ${names}`;
}

function recognizeDirectory(directory: string, bounds: SourceBounds): Source {
  const manifest = path.join(directory, MANIFEST);
  if (existsSync(path.join(directory, GATEWAY_ASSEMBLY))) return { kind: 'assembly' };
  if (existsSync(manifest)) return recognizeDocument(readDocument(manifest, bounds));
  const file = projectFile(directory, bounds);
  return file === undefined ? { kind: 'assembly' } : recognizeDocument(readInside(file, bounds));
}

/** The definition of a project of SAM or the Serverless Framework. */
function projectFile(directory: string, bounds: SourceBounds): string | undefined {
  const configured = samConfigBeside(path.join(directory, 'template.yaml'), bounds).template;
  const names = [...(configured === undefined ? [] : [configured]), ...PROJECT_FILES];
  return names.map((name) => path.resolve(directory, name)).find((file) => existsSync(file));
}

function recognizeDocument(document: SourceDocument): Source {
  const { value, file } = document;
  if (!isMembers(value)) return { kind: 'unknown', document };
  if (Object.hasOwn(value, 'format') && String(value.format).startsWith(SPEC_FORMAT.replace(/\d+$/, ''))) return { kind: 'assembly' };
  const format = SOURCE_FORMATS.find(({ recognizes }) => recognizes(value));
  if (format !== undefined) return { kind: format.kind, format, document };
  return Object.hasOwn(value, 'apis') && path.basename(file) === MANIFEST ? { kind: 'assembly' } : { kind: 'unknown', document };
}
