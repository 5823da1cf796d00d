import { readFileSync } from 'node:fs';
import path from 'node:path';
import type * as YamlModule from 'yaml';
import { GatewayError } from '../../errors';

/** A document in a file, and how files that it refers to are read. */
export interface DocumentFile {
  readonly file: string;
  readonly document: unknown;
}

/** Reads a JSON or YAML file. @throws OPENAPI_NOT_READABLE */
export function readDocumentFile(filePath: string): DocumentFile {
  const file = path.resolve(filePath);
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    return { file, document: /^\s*\{\s*["}]/.test(text) ? JSON.parse(text) as unknown : parseYaml(text) };
  } catch (cause) {
    throw new GatewayError('OPENAPI_NOT_READABLE', { reason: cause instanceof Error ? cause.message : String(cause) }, { location: filePath, cause });
  }
}

/** A file that a document refers to, relative to the document, or why it cannot be read. */
export function readReferencedFile(reference: string, from: string): DocumentFile | { readonly reason: string } {
  try {
    return readDocumentFile(path.resolve(path.dirname(from), reference));
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    return { reason: error.message };
  }
}

function parseYaml(text: string): unknown {
  // Loaded lazily: few apps import a document, and most of these are JSON.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { parse } = require('yaml') as typeof YamlModule;
  return parse(text, { merge: true, logLevel: 'silent', uniqueKeys: false }) as unknown;
}
