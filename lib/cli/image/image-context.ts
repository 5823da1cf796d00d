import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { packageDirectory } from '../package-directory';
import { copyPackage, isServed, packageFolder } from './copy-package';
import { FIRST_LINE } from './dockerfile';

/** The parts of this package that serve a gateway, besides its build. */
const FILES = ['bin', 'build', 'package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'];

/** Client of a store that gateways share. */
const STORE_CLIENT = 'ioredis';

export interface ImageContext {
  readonly directory: string;
  readonly assembly: string;
  readonly dockerfile: string;
  /** The directory of a project with the client of a store, if the image shall have it. */
  readonly storeClientOf: string | undefined;
}

/**
 * Writes the context of an image: the Dockerfile, this package, the assembly, and the client of a store if it is asked for. One that was
 * written before is replaced.
 * @throws IMAGE_CONTEXT_TAKEN for a directory with other files; STORE_CLIENT_MISSING
 */
export function writeImageContext({ directory, assembly, dockerfile, storeClientOf }: ImageContext): void {
  requireOwn(directory);
  const client = storeClientOf === undefined ? undefined : storeClient(storeClientOf);
  rmSync(directory, { recursive: true, force: true });
  const app = path.join(directory, 'app');
  const modules = path.join(app, 'node_modules');
  copyThisPackage(path.join(modules, 'synthgate'));
  copyPackage(constructsFolder(), 'constructs', modules);
  if (client !== undefined) copyPackage(client, STORE_CLIENT, modules);
  cpSync(assembly, path.join(app, 'gateway.out'), { recursive: true, verbatimSymlinks: true });
  // COPY makes it in the image with its owner
  mkdirSync(path.join(directory, 'state'), { recursive: true });
  writeFileSync(path.join(directory, 'Dockerfile'), dockerfile);
}

function copyThisPackage(target: string): void {
  const source = realpathSync(packageDirectory());
  for (const name of FILES) {
    const file = path.join(source, name);
    if (existsSync(file)) cpSync(file, path.join(target, name), { recursive: true, filter: isServed });
  }
}

/** The peer without which no part of this package loads. */
function constructsFolder(): string {
  const folder = packageFolder('constructs', packageDirectory());
  if (folder === undefined) throw new Error('the package constructs is not installed');
  return folder;
}

/** The client as the project has it, or this package. @throws STORE_CLIENT_MISSING */
function storeClient(project: string): string {
  const folder = packageFolder(STORE_CLIENT, project) ?? packageFolder(STORE_CLIENT, packageDirectory());
  if (folder === undefined) throw new GatewayError('STORE_CLIENT_MISSING', { directory: project });
  return folder;
}

/** @throws IMAGE_CONTEXT_TAKEN */
function requireOwn(directory: string): void {
  const file = path.join(directory, 'Dockerfile');
  const isOwn = existsSync(file) && readFileSync(file, 'utf8').startsWith(FIRST_LINE);
  if (!isOwn && existsSync(directory) && readdirSync(directory).length > 0) throw new GatewayError('IMAGE_CONTEXT_TAKEN', { directory });
}
