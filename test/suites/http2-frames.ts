// Frames of HTTP/2 as bytes (RFC 9113 §4.1, §6), for clients that send what no library would.

/** The types of frames that a client may send, and two that no version has. */
export const FRAMES = {
  DATA: 0, HEADERS: 1, PRIORITY: 2, RST_STREAM: 3, SETTINGS: 4, PUSH_PROMISE: 5, PING: 6, GOAWAY: 7, WINDOW_UPDATE: 8, CONTINUATION: 9,
  ALTSVC: 10, UNKNOWN: 0xbe,
} as const;

export const FLAGS = { END_STREAM: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 0x20 } as const;

export interface FrameHead {
  readonly type: number;
  readonly flags?: number;
  /** 0: the connection itself. */
  readonly stream?: number;
}

/** A frame of any type. */
export function frame({ type, flags = 0, stream = 0 }: FrameHead, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** SETTINGS with identifiers and values. */
export function settings(...values: readonly (readonly [id: number, value: number])[]): Buffer {
  return frame({ type: FRAMES.SETTINGS }, Buffer.concat(values.map(([id, value]) => {
    const entry = Buffer.alloc(6);
    entry.writeUInt16BE(id, 0);
    entry.writeUInt32BE(value, 2);
    return entry;
  })));
}

/** The identifier of the setting by which a client says how much it will take of each response. */
export const INITIAL_WINDOW_SIZE = 4;

/** The beginning of a connection, with settings that change nothing. */
export const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings()]);

/** Four bytes, as an error code or the increment of a window. */
export function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A literal of HPACK without indexing and without Huffman's code; names and values stay below 127 bytes. */
function literal(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name, 'latin1'), Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
}

/** A request's head as HPACK. */
export function requestHead(path: string, { method = 'GET', fields = [] }: {
  readonly method?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
} = {}): Buffer {
  const pseudo = [[':method', method], [':scheme', 'https'], [':path', path], [':authority', 'api.test']] as const;
  return Buffer.concat([...pseudo, ...fields].map(([name, value]) => literal(name, value)));
}
