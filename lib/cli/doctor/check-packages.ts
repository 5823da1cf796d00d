import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageDirectory } from '../version';
import { error, ok, warning, type Finding } from './finding';

/** The members that are read from the package.json of this package. */
interface OwnManifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Node.js, this package, and the packages beside it. */
export function checkPackages(directory: string, nodeVersion: string): Finding[] {
  const own = JSON.parse(readFileSync(path.join(packageDirectory(), 'package.json'), 'utf8')) as OwnManifest; // our own
  return [
    checkNode(nodeVersion, own.engines.node),
    checkOwn(directory, own.version),
    checkPeer(directory, 'constructs', { range: own.peerDependencies.constructs, purpose: 'apps need it', isNeeded: true }),
    checkPeer(directory, 'aws-cdk-lib', { range: own.peerDependencies['aws-cdk-lib'], purpose: 'only apps of the AWS CDK need it', isNeeded: false }),
    checkPeer(directory, 'esbuild', { purpose: 'TypeScript apps and handlers are bundled with it', isNeeded: true }),
    checkCopies(directory),
  ];
}

function checkNode(version: string, range: string): Finding {
  if (isInRange(version, range)) return ok('Node.js', version);
  return error('Node.js', `${version}; expected ${range}`, 'Install a version that is supported: https://nodejs.org/en/download');
}

/** A global command is not the version that the project is tested with. */
function checkOwn(directory: string, version: string): Finding {
  const installed = findPackage(directory, 'synthgate');
  if (installed === undefined) return warning('synthgate', `${version}, not installed in this project`, 'npm install --save-dev synthgate');
  if (installed.version === version) return ok('synthgate', version);
  return warning('synthgate', `this command is ${version}, the project has ${installed.version}`, 'Run the version of the project: npx synthgate');
}

interface Peer {
  readonly range?: string | undefined;
  readonly purpose: string;
  readonly isNeeded: boolean;
}

function checkPeer(directory: string, name: string, { range, purpose, isNeeded }: Peer): Finding {
  const installed = findPackage(directory, name);
  const install = `npm install --save-dev ${name}`;
  if (installed === undefined) return isNeeded ? warning(name, `not installed; ${purpose}`, install) : ok(name, `not installed; ${purpose}`);
  if (range === undefined || isInRange(installed.version, range)) return ok(name, installed.version);
  return error(name, `${installed.version}; expected ${range}`, `${install}@${range}`);
}

/** Constructs of one copy are not constructs for another, so that a tree of both has parts that nobody sees. */
function checkCopies(directory: string): Finding {
  const users = ['synthgate', 'aws-cdk-lib'].flatMap((name) => findPackage(directory, name)?.directory ?? []);
  const copies = [...new Set([directory, ...users].flatMap((from) => findPackage(from, 'constructs')?.directory ?? []))];
  if (copies.length < 2) return ok('copies of constructs', copies.length === 0 ? 'none' : 'one');
  return error('copies of constructs', copies.join(', '), 'Let all packages use one: npm dedupe, or one version of constructs in package.json.');
}

/** The package that a file of a directory would import; links are followed, as Node does. */
function findPackage(directory: string, name: string) {
  const folders = createRequire(path.join(directory, 'package.json')).resolve.paths(name) ?? [];
  const installedIn = folders.map((folder) => path.join(folder, name)).find((one) => existsSync(path.join(one, 'package.json')));
  if (installedIn === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(path.join(installedIn, 'package.json'), 'utf8')) as { version?: string };
  return { directory: realpathSync(installedIn), version: version ?? '0.0.0' };
}

/** For `^1.2.3` and `>= 1.2.3`, which are the only forms in our package.json: the library semver has 24 kB for all others. */
export function isInRange(version: string, range: string): boolean {
  const wanted = numbersOf(range);
  const installed = numbersOf(version);
  const difference = wanted.map((part, index) => (installed[index] ?? 0) - part).find((one) => one !== 0) ?? 0;
  return difference >= 0 && (!range.startsWith('^') || installed[0] === wanted[0]);
}

function numbersOf(text: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number);
}
