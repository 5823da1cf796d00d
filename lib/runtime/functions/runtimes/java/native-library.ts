import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Library } from '../runtime-kind';

/** The property by which AWS's client is told where its library is. */
export const LIBRARY_PROPERTY = 'com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI';

/** Processors by the names in the client's archive. */
const PROCESSORS: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch_64' };

const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
const STORED = 0;

/**
 * The library for this machine in the jar of AWS's client. The client would unpack it to one file in `/tmp` whenever it starts, where
 * processes of several functions get into each other's way. @returns undefined if the jar has none, or none for this machine
 */
export function nativeLibrary(jar: string): Library | undefined {
  if (!existsSync(jar) || !statSync(jar).isFile()) return undefined;
  const isMusl = existsSync('/etc/alpine-release');
  const name = `libaws-lambda-jni.linux${isMusl ? '_musl' : ''}-${PROCESSORS[process.arch] ?? process.arch}.so`;
  const contents = process.platform === 'linux' ? entryOf(readFileSync(jar), `jni/${name}`) : undefined;
  if (contents === undefined) return undefined;
  return { name: `${createHash('sha256').update(contents).digest('hex').slice(0, 16)}-${name}`, contents };
}

/** The contents of a file in a zip archive. The reader of archives is in no module of the runtime, and this is one file of a known form. */
function entryOf(archive: Buffer, name: string): Buffer | undefined {
  for (let at = archive.indexOf(DIRECTORY_ENTRY); at >= 0 && at + 46 <= archive.length; at = archive.indexOf(DIRECTORY_ENTRY, at + 4)) {
    if (archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28)) !== name) continue;
    const offset = archive.readUInt32LE(at + 42);
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const data = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    return archive.readUInt16LE(at + 10) === STORED ? data : inflateRawSync(data);
  }
  return undefined;
}
