import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { packageDirectory } from '../package-directory';
import { FIRST_LINE } from './dockerfile';

/** The parts of this package that serve a gateway, besides its build. */
const FILES = ['bin', 'build', 'package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'];
/** Parts of the build that compilers and programs of users read. */
const NOT_SERVED = /\.d\.m?ts$|[/\\](meta\.json|\.built|tsconfig\.tsbuildinfo)$/;

export interface ImageContext {
  readonly directory: string;
  readonly assembly: string;
  readonly dockerfile: string;
}

/**
 * Writes the context of an image: the Dockerfile, this package, and the assembly. One that was written before is replaced.
 * @throws IMAGE_CONTEXT_TAKEN for a directory with other files
 */
export function writeImageContext({ directory, assembly, dockerfile }: ImageContext): void {
  requireOwn(directory);
  rmSync(directory, { recursive: true, force: true });
  const app = path.join(directory, 'app');
  const modules = path.join(app, 'node_modules');
  copyPackage(path.join(modules, 'synthgate'));
  copyPeer('constructs', modules);
  cpSync(assembly, path.join(app, 'gateway.out'), { recursive: true, verbatimSymlinks: true });
  // COPY makes it in the image with its owner
  mkdirSync(path.join(directory, 'state'), { recursive: true });
  writeFileSync(path.join(directory, 'Dockerfile'), dockerfile);
}

function copyPackage(target: string): void {
  const source = realpathSync(packageDirectory());
  for (const name of FILES) {
    const file = path.join(source, name);
    if (existsSync(file)) cpSync(file, path.join(target, name), { recursive: true, filter: (one) => !NOT_SERVED.test(one) });
  }
}

/** Copies a package that this one needs beside it, and that has no dependencies. */
function copyPeer(name: string, modules: string): void {
  const manifest = createRequire(path.join(packageDirectory(), 'package.json')).resolve(`${name}/package.json`);
  cpSync(path.dirname(realpathSync(manifest)), path.join(modules, name), { recursive: true, filter: (file) => !NOT_SERVED.test(file) });
}

/** @throws IMAGE_CONTEXT_TAKEN */
function requireOwn(directory: string): void {
  const file = path.join(directory, 'Dockerfile');
  const isOwn = existsSync(file) && readFileSync(file, 'utf8').startsWith(FIRST_LINE);
  if (!isOwn && existsSync(directory) && readdirSync(directory).length > 0) throw new GatewayError('IMAGE_CONTEXT_TAKEN', { directory });
}
