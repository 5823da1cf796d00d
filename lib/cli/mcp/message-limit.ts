import { Transform, type TransformCallback } from 'node:stream';
import { GatewayError } from '../../errors';

/** A message and its line end, in bytes. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
/** The number of bytes that are kept of each end of a longer message, to find its id. */
const KEPT_BYTES = 1_024;
const LINE_END = 0x0a;

const ID = String.raw`"id"\s*:\s*(\d+|"[^"\\]*")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
/** The id as the first or last member of the message, possibly beside the version. */
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*[,}]`);
const LAST = new RegExp(String.raw`[,{]\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/** The answer to an unread message; its id is null if the message has none, as JSON-RPC requires. */
interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string };
}

/** JSON-RPC's code for a request that is not valid. */
const INVALID_REQUEST = -32_600;

/**
 * Passes messages on, each in one piece. One that is too large is refused and skipped up to its end: the transport of the SDK would close
 * for it, and with it the process.
 */
export class MessageLimit extends Transform {
  #held: Buffer[] = [];
  #length = 0;
  #tail = Buffer.alloc(0);

  public constructor(private readonly refuse: (refusal: Refusal) => void, private readonly maxBytes = MAX_MESSAGE_BYTES) {
    super();
  }

  public override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      this.#add(chunk.subarray(from, end + 1));
      this.#end();
      from = end + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
    done();
  }

  /** Keeps a part of a message; of a message that is too large, only the first and last bytes. */
  #add(part: Buffer): void {
    const wasTooLarge = this.#length > this.maxBytes;
    this.#length += part.length;
    if (!wasTooLarge) this.#held.push(part);
    if (this.#length <= this.maxBytes) return;
    if (!wasTooLarge) {
      const all = Buffer.concat(this.#held);
      this.#held = [Buffer.from(all.subarray(0, KEPT_BYTES))];
      this.#tail = Buffer.from(all.subarray(-KEPT_BYTES));
    } else {
      this.#tail = Buffer.concat([this.#tail, part.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
    }
  }

  #end(): void {
    const message = Buffer.concat(this.#held);
    if (this.#length <= this.maxBytes) this.push(message);
    else this.refuse(this.#refusal(message.toString('latin1'), this.#tail.toString('latin1')));
    this.#held = [];
    this.#length = 0;
  }

  #refusal(head: string, tail: string): Refusal {
    const id = FIRST.exec(head)?.[1] ?? LAST.exec(tail)?.[1];
    const reason = `it has ${this.#length} bytes; at most ${this.maxBytes} are read`;
    const { message } = new GatewayError('DASHBOARD_CALL_INVALID', { target: 'message', reason });
    return { jsonrpc: '2.0', id: id === undefined ? null : JSON.parse(id) as unknown, error: { code: INVALID_REQUEST, message } };
  }
}
