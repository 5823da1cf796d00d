import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GatewayError } from '../../errors';

/**
 * The package that renders references: of those that know OpenAPI 3.1 it has no dependencies at run time, no request to other servers
 * that cannot be turned off, the license of this one, and a release each month. With 1.9 MB it is as large as this package, so it is
 * read from the user's project.
 */
const PACKAGE = 'swagger-ui-dist';

export interface Renderer {
  readonly script: string;
  readonly style: string;
}

/** Reads the renderer of a project, otherwise the one next to synthgate. @throws DOCS_RENDERER_MISSING */
export function readRenderer(directory: string, places: readonly string[] = placesOf(directory)): Renderer {
  const rendererDirectory = places.map(directoryOf).find((directory) => directory !== undefined);
  if (rendererDirectory === undefined) throw new GatewayError('DOCS_RENDERER_MISSING', { directory });
  const read = (name: string): string => readFileSync(path.join(rendererDirectory, name), 'utf8');
  return { script: read('swagger-ui-bundle.js'), style: read('swagger-ui.css') };
}

export function hasRenderer(directory: string): boolean {
  return placesOf(directory).some((place) => directoryOf(place) !== undefined);
}

function placesOf(directory: string): readonly string[] {
  return [path.join(directory, 'package.json'), __filename];
}

function directoryOf(place: string): string | undefined {
  try {
    return path.dirname(createRequire(place).resolve(`${PACKAGE}/package.json`));
  } catch {
    return undefined; // not installed there
  }
}
