import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { canonicalText, deployedSpec, readSpecText, type DeployedSpec } from '../../spec';
import type { LoadedCode } from '../plan/loaded';
import { assetPath, codeDigest, codeFileText, insidePath, readCodeFile } from './code-file';
import { copyTree, makeDirectory, orRemove, sumOf, syncDirectory, writeFile, type FileSum } from './durable';
import { readInside, resolveInside } from './inside';
import { readText } from './json-file';
import { asDamage, fileNameOf, readStateFile } from './state-files';

/*
 * `deployments/<id>/` of the state directory: spec.json, code.json, assets/ and deployment.json, which names every file
 * with its SHA-256. Written next to its location, synced, and renamed into it; never changed and never removed afterwards.
 */

const VERSION = 1;
const FRESH = '.fresh';
const DEPLOYMENTS = 'deployments';
const HEAD = 'deployment.json';
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const deploymentSchema = z.strictObject({
  version: z.literal(VERSION),
  api: z.string().min(1),
  fingerprint: digest,
  codeDigest: digest,
  createdAt: z.string(),
  files: z.record(insidePath, z.strictObject({ bytes: z.int().nonnegative(), sha256: digest })),
});

/** The facts about a deployment that are known without reading it whole. */
export interface DeploymentSummary {
  /** The fingerprint; with a dot and digits of the code digest when the same definition was stored before with other code. */
  readonly id: string;
  readonly api: string;
  readonly fingerprint: string;
  readonly codeDigest: string;
  readonly createdAt: string;
}

/** A deployment, ready to be served. */
export interface StoredDeployment extends DeploymentSummary {
  readonly deployed: DeployedSpec;
  readonly code: Readonly<Record<string, LoadedCode>>;
}

export interface DeploymentContent {
  readonly api: string;
  readonly fingerprint: string;
  readonly deployed: DeployedSpec;
  readonly code: Readonly<Record<string, LoadedCode>>;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The deployments of a state directory, by the time they were made. */
export function listDeployments(stateDirectory: string): DeploymentSummary[] {
  const directory = resolveInside(stateDirectory, DEPLOYMENTS);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((id) => !id.startsWith('.'))
    .map((id) => summaryOf(stateDirectory, id))
    .sort((left, right) => (left.createdAt < right.createdAt ? -1 : left.createdAt > right.createdAt ? 1 : 0));
}

/** Reads the summary of one deployment. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function summaryOf(stateDirectory: string, id: string): DeploymentSummary {
  const { api, fingerprint, codeDigest: code, createdAt } = readHead(stateDirectory, id);
  return { id, api, fingerprint, codeDigest: code, createdAt };
}

export function deploymentsDirectory(stateDirectory: string): string {
  return path.join(stateDirectory, DEPLOYMENTS);
}

export function hasDeployment(stateDirectory: string, id: string): boolean {
  return existsSync(directoryOf(stateDirectory, id));
}

/** Reads a deployment whose files are as they were stored: changed code does not run. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
export function readDeployment(stateDirectory: string, id: string): StoredDeployment {
  const directory = directoryOf(stateDirectory, id);
  verifyDeployment(stateDirectory, id);
  const specFile = path.join(directory, 'spec.json');
  const { spec } = readSpecText(asDamage(() => readText(directory, 'spec.json')), specFile);
  return { ...summaryOf(stateDirectory, id), deployed: deployedSpec(spec), code: asDamage(() => readCodeFile(directory, 'code.json')) };
}

/** Compares every file of a deployment with the hash it was stored with. @throws STATE_DAMAGED */
export function verifyDeployment(stateDirectory: string, id: string): void {
  const directory = directoryOf(stateDirectory, id);
  const { files } = readHead(stateDirectory, id);
  for (const name of ['spec.json', 'code.json']) if (files[name] === undefined) throw damaged(path.join(directory, name), `${HEAD} does not name it`);
  for (const [name, sum] of Object.entries(files)) checkHash(directory, name, sum);
}

/** Stores a deployment, or finds an identical one. Call it under the lock. */
export function storeDeployment(stateDirectory: string, content: DeploymentContent): { readonly id: string; readonly isNew: boolean } {
  const code = codeDigest(content.code);
  makeDirectory(resolveInside(stateDirectory, DEPLOYMENTS));
  removeFreshDeployments(stateDirectory);
  for (const id of [content.fingerprint, `${content.fingerprint}.${code.slice(0, 12)}`, `${content.fingerprint}.${code}`]) {
    if (!hasDeployment(stateDirectory, id)) {
      writeDeployment(stateDirectory, id, content);
      return { id, isNew: true };
    }
    if (readHead(stateDirectory, id).codeDigest === code) {
      verifyDeployment(stateDirectory, id);
      return { id, isNew: false };
    }
  }
  throw damaged(directoryOf(stateDirectory, `${content.fingerprint}.${code}`), 'its name is not that of its code');
}

function writeDeployment(stateDirectory: string, id: string, content: DeploymentContent): void {
  const deployments = resolveInside(stateDirectory, DEPLOYMENTS);
  const fresh = path.join(deployments, `${FRESH}-${id}`);
  orRemove(fresh, () => {
    writeAll(fresh, content);
    renameSync(fresh, directoryOf(stateDirectory, id));
  });
  syncDirectory(deployments);
}

function writeAll(fresh: string, content: DeploymentContent): void {
  makeDirectory(fresh);
  const files = { ...writeSpecAndCode(fresh, content), ...copyCode(fresh, content.code) };
  const { api, fingerprint, createdAt } = content;
  const head = { version: VERSION, api, fingerprint, codeDigest: codeDigest(content.code), createdAt, files };
  writeFile(path.join(fresh, HEAD), Buffer.from(canonicalText(head)), 0o444);
  syncDirectory(fresh);
}

function writeSpecAndCode(fresh: string, { deployed, code }: DeploymentContent): Record<string, FileSum> {
  return {
    'spec.json': writeFile(path.join(fresh, 'spec.json'), Buffer.from(canonicalText(deployed)), 0o444),
    'code.json': writeFile(path.join(fresh, 'code.json'), Buffer.from(codeFileText(code)), 0o444),
  };
}

function copyCode(fresh: string, code: Readonly<Record<string, LoadedCode>>): Record<string, FileSum> {
  const byDigest = new Map(Object.values(code).map((loaded) => [loaded.digest, loaded.directory]));
  makeDirectory(path.join(fresh, 'assets'));
  const files = [...byDigest].flatMap(([name, directory]) => {
    const copied = copyTree(directory, path.join(fresh, assetPath(name)));
    return Object.entries(copied).map(([file, sum]) => [`${assetPath(name)}/${file}`, sum] as const);
  });
  syncDirectory(path.join(fresh, 'assets'));
  return Object.fromEntries(files);
}

/** Removes the remains of a killed deploy. Call it under the lock. */
function removeFreshDeployments(stateDirectory: string): void {
  for (const directory of freshDeployments(stateDirectory)) rmSync(directory, { recursive: true, force: true });
}

/** Deployments that are being written, or were when their process ended. */
export function freshDeployments(stateDirectory: string): string[] {
  const deployments = resolveInside(stateDirectory, DEPLOYMENTS);
  if (!existsSync(deployments)) return [];
  return readdirSync(deployments).filter((name) => name.startsWith(FRESH)).map((name) => path.join(deployments, name));
}

function readHead(stateDirectory: string, id: string): z.output<typeof deploymentSchema> {
  const directory = directoryOf(stateDirectory, id);
  const head = readStateFile(directory, HEAD, { version: VERSION, schema: deploymentSchema });
  if (id === head.fingerprint || id.startsWith(`${head.fingerprint}.`)) return head;
  throw damaged(path.join(directory, HEAD), `it is about ${head.fingerprint}`);
}

function checkSize(directory: string, name: string, { bytes }: FileSum): void {
  const file = path.join(directory, name);
  const stats = statSync(resolveInside(directory, name), { throwIfNoEntry: false });
  if (stats === undefined) throw damaged(file, 'the file is missing');
  if (stats.size !== bytes) throw damaged(file, `the file has ${stats.size} bytes, was stored with ${bytes}`);
}

function checkHash(directory: string, name: string, sum: FileSum): void {
  const file = path.join(directory, name);
  checkSize(directory, name, sum);
  if (sumOf(readInside(directory, name).contents).sha256 !== sum.sha256) throw damaged(file, 'its contents were changed after it was stored');
}

function directoryOf(stateDirectory: string, id: string): string {
  return resolveInside(stateDirectory, path.join(DEPLOYMENTS, fileNameOf('deployment', id)));
}

function damaged(file: string, reason: string): GatewayError {
  return new GatewayError('STATE_DAMAGED', { reason }, { location: file });
}
