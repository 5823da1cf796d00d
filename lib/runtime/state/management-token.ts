import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeDirectory, replaceFile, temporaryOf } from './durable';
import { readSecretIfThere } from './secret-file';
import { asWriteFailure } from './state-files';

const TOKEN_FILE = 'management-token';
const URL_FILE = 'management-url';
const PAGE_FILE = 'open-dashboard.html';

/** A new token for the management port. It is never logged. */
export function newManagementToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Where a management port listens, and what it asks for. */
export interface ManagementAddress {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly token: string;
}

/** The port of the gateway last started with a state directory; undefined if there was none. @throws SECRET_FILE_EXPOSED */
export function readManagementAddress(stateDirectory: string): ManagementAddress | undefined {
  const [url, token] = [URL_FILE, TOKEN_FILE].map((name) => readSecretIfThere(path.join(path.resolve(stateDirectory), name))?.trim());
  return url === undefined || token === undefined ? undefined : { url, token };
}

/** The form of `newManagementToken`. */
const TOKEN = /^[\w-]{43}$/;

/**
 * The address that a gateway with a dashboard takes again, so that its page can stay open. Undefined if there is none that can be used:
 * a token that others could read is not used again, and one that cannot be read is replaced.
 */
export function keptManagementAddress(stateDirectory: string): ManagementAddress | undefined {
  try {
    const address = readManagementAddress(stateDirectory);
    return address !== undefined && TOKEN.test(address.token) && URL.canParse(address.url) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Writes address and token to files that only their owner can read. @returns the file with the token @throws STATE_NOT_WRITABLE */
export function writeManagementAddress(stateDirectory: string, { url, token }: ManagementAddress): string {
  const directory = path.resolve(stateDirectory);
  return asWriteFailure(stateDirectory, () => {
    makeDirectory(directory);
    writeForOwner(path.join(directory, URL_FILE), url);
    return writeForOwner(path.join(directory, TOKEN_FILE), token);
  });
}

/**
 * Writes a page that leads to the dashboard: the command line of a program that opens it can be read by every user of the machine,
 * its content only by the owner.
 * @param url - with the token
 * @returns the file
 * @throws STATE_NOT_WRITABLE
 */
export function writeDashboardLink(stateDirectory: string, url: string): string {
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}">`
    + `<title>synthgate</title><a href="${url}">dashboard</a>`;
  return asWriteFailure(stateDirectory, () => writeForOwner(path.join(path.resolve(stateDirectory), PAGE_FILE), page));
}

function writeForOwner(file: string, text: string): string {
  rmSync(temporaryOf(file), { force: true }); // an existing file would keep its mode
  replaceFile(file, `${text}\n`, 0o600);
  return file;
}
