import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import type { DocumentPath } from './document-path';
import { beyondLimit, checkDepth, DOCUMENT_LIMITS } from './document-limits';
import { locateIn } from './locate';
import { readYaml } from './read-yaml';
import { boundsOf, type SourceBounds } from './source-bounds';

/** A JSON or YAML file, with the line of each of its parts. */
export interface SourceDocument {
  /** Absolute path. */
  readonly file: string;
  readonly value: unknown;
  /** The other files that its source may name. */
  readonly bounds: SourceBounds;
  /** `file:line:column` of the part with this path; that of the nearest part around it where it has none. */
  readonly positionOf: (path: DocumentPath) => string;
}

/**
 * Reads a file as JSON or YAML, whatever it is called. Short tags of CloudFormation (`!Ref`) become the long form (`{ Ref }`).
 * @throws SOURCE_UNREADABLE, also for pipes and devices, which may never end, and beyond `DOCUMENT_LIMITS`
 */
export function readDocument(file: string, bounds: SourceBounds = boundsOf(path.dirname(file))): SourceDocument {
  return parseDocument(file, textOf(file), bounds);
}

/** The same of a file that a source names. @throws SOURCE_UNREADABLE, SOURCE_OUTSIDE */
export function readInside(file: string, bounds: SourceBounds): SourceDocument {
  return parseDocument(file, textInside(file, bounds), bounds);
}

/** The same, or why the file cannot be read. @throws SOURCE_OUTSIDE */
export function readReferenced(file: string, bounds: SourceBounds): SourceDocument | { readonly reason: string } {
  try {
    return readInside(file, bounds);
  } catch (error) {
    if (GatewayError.isGatewayError(error) && error.code === 'SOURCE_UNREADABLE') return { reason: error.message };
    throw error;
  }
}

/** The same for a text. */
export function parseDocument(file: string, text: string, bounds: SourceBounds = boundsOf(path.dirname(file))): SourceDocument {
  const json = isJson(text) ? parseJson(text) : undefined;
  const value = json === undefined ? readYaml(file, text) : json.value;
  checkDepth(value, file);
  return { file, value, bounds, positionOf: locateIn(path.basename(file), text, json === undefined ? 'yaml' : 'json') };
}

/** The text of a file that a source names. @throws SOURCE_UNREADABLE, SOURCE_OUTSIDE */
export function textInside(file: string, bounds: SourceBounds): string {
  if (!bounds.contains(file)) throw new GatewayError('SOURCE_OUTSIDE', { root: bounds.root }, { location: file });
  return textOf(file);
}

function textOf(file: string): string {
  try {
    checkFile(file);
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (GatewayError.isGatewayError(cause)) throw cause;
    throw new GatewayError('SOURCE_UNREADABLE', { reason: cause instanceof Error ? cause.message : String(cause) }, { location: file, cause });
  }
}

function checkFile(file: string): void {
  const status = statSync(file);
  if (!status.isFile() && !status.isDirectory()) throw beyondLimit(file, 'it is a pipe, a socket or a device, and not a file');
  const { bytes } = DOCUMENT_LIMITS;
  if (status.size > bytes) throw beyondLimit(file, `it has ${status.size} bytes, and ${bytes} can be imported`);
}

/** A flow mapping of YAML begins like JSON, and is read as YAML. */
function isJson(text: string): boolean {
  return /^\uFEFF?\s*\{\s*["}]/.test(text);
}

/** YAML is a superset of JSON, and templates are written in between: what JSON refuses may be YAML. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return undefined;
  }
}
