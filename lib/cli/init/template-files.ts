import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageDirectory } from '../version';

/** The templates of `synthgate init`; each is a folder of templates/. */
export const TEMPLATES = ['hello', 'cdk', 'python', 'go'] as const;

export type Template = (typeof TEMPLATES)[number];

/** The directory of the files that every template has. */
const SHARED = 'shared';

/** The files of a template by path, without package.json. npm packs no `.gitignore`, so it has another name in the package. */
export function templateFiles(template: Template): Readonly<Record<string, string>> {
  const files = [SHARED, template].flatMap((folder) => filesBelow(path.join(packageDirectory(), 'templates', folder)));
  return Object.fromEntries(files.map(([name, text]) => [name === 'gitignore' ? '.gitignore' : name, text]));
}

function filesBelow(directory: string, prefix = ''): [string, string][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const file = path.join(directory, entry.name);
    const name = `${prefix}${entry.name}`;
    return entry.isDirectory() ? filesBelow(file, `${name}/`) : [[name, readFileSync(file, 'utf8')]];
  });
}
