import { execFileSync } from 'node:child_process';
import path from 'node:path';

type Documents = Readonly<Record<string, object>>;

/** Returns the findings of a maintained validator for each document: none if it is valid. */
export function findingsOf(documents: Documents): Record<string, readonly string[]> {
  const text = execFileSync(process.execPath, [path.join(__dirname, 'run-validator.mjs')], {
    input: JSON.stringify(documents), encoding: 'utf8', maxBuffer: 100_000_000,
  });
  return JSON.parse(text) as Record<string, readonly string[]>;
}

/**
 * The document with `{proxy+}` in paths as `{proxy}`: API Gateway wants the parameter named without the plus, a validator
 * wants it as it is in the path.
 */
export function withPlainPaths(document: object): object {
  const { paths } = document as { readonly paths: object };
  return { ...document, paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path.replaceAll('+}', '}'), item])) };
}
