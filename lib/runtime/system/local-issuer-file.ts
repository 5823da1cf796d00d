import path from 'node:path';

const FILE = 'local-issuer.json';

/** The file with the key of the local issuer in a state directory. */
export function localIssuerFile(stateDirectory: string): string {
  return path.join(path.resolve(stateDirectory), FILE);
}
