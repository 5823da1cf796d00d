import { deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string;
  readonly contents: string;
  readonly isCompressed?: boolean;
  readonly mode?: number;
  /** Bytes in place of the compressed ones. */
  readonly damage?: Buffer;
}

/** A zip archive, as `zip` and the asset tools of the CDK write it. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, contents, isCompressed = false, mode = 0o100644, damage } of files) {
    const data = damage ?? (isCompressed ? deflateRawSync(contents) : Buffer.from(contents));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(isCompressed ? 8 : 0, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(contents), 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt16LE(mode, 40);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    bodies.push(head, Buffer.from(name), data);
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}
