import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import type { Invocation } from '../../../lib/runtime/ports';
import { CallSocket } from '../../../lib/runtime/functions/process/call-socket';
import { FrameWire } from '../../../lib/runtime/functions/process/frame-wire';
import { OutputReader, WAITS_FOR_MARK } from '../../../lib/runtime/functions/process/output';
import { AnswerLog } from '../../../lib/runtime/functions/wire/answer-log';
import { FRAME, FrameReader, NO_NONCE } from '../../../lib/runtime/functions/wire/frames';
import { newDirectory } from '../temporary-directory';

/** A language: how its processes start, and what a function of it has unless it says otherwise. */
export interface Language {
  readonly command: readonly [string, ...string[]];
  readonly file: string;
  readonly runtime: string;
}

/** A function and its configuration. */
export interface FramedFunction {
  /** Code by file name; a single text is that of `app`. */
  readonly code: string | Readonly<Record<string, string>>;
  /** @default app.h */
  readonly handler?: string;
  /** Added to the variables that Lambda sets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default - that of the language */
  readonly runtime?: string;
  readonly searchPath?: readonly string[];
  /** Settings that only its language has. */
  readonly assignment?: object;
  /** Whether the process becomes the function. @default true */
  readonly isAssigned?: boolean;
}

export interface Frame {
  readonly kind: number;
  readonly nonce: string;
  readonly body: string;
}

export interface Line {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
  /** The call that wrote it. */
  readonly nonce: string | undefined;
}

const running: FramedProcess[] = [];

/** Starts a process and assigns the function to it. */
export async function startFramed(language: Language, order: FramedFunction): Promise<FramedProcess> {
  const started = new FramedProcess({ ...order, language }, await CallSocket.open(newDirectory()), new AnswerLog());
  running.push(started);
  return started;
}

/** Ends all processes. */
export async function endFramed(): Promise<void> {
  await Promise.all(running.splice(0).map((started) => started.end()));
}

type Order = FramedFunction & { readonly language: Language };

/** A real process, driven by the gateway's own ends of the wire. */
export class FramedProcess {
  /** The function's code, as the process sees it. */
  public readonly directory = newDirectory();
  public readonly frames: Frame[] = [];
  /** Everything that it has written, once it has ended or its call has. */
  public readonly lines: Line[] = [];
  /** All bytes of standard output. */
  public readonly output: Buffer[] = [];
  public readonly wire: FrameWire;
  public readonly channel: Duplex;
  public readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly #child: ChildProcess;
  readonly #answerLog: AnswerLog;
  #onFrame: () => void = () => undefined;
  #calls = 0;

  public constructor(order: Order, socket: CallSocket, answerLog: AnswerLog) {
    const files = typeof order.code === 'string' ? { [order.language.file]: order.code } : order.code;
    for (const [name, text] of Object.entries(files)) this.#writeFile(name, text);
    this.#answerLog = answerLog;
    const [program, ...parameters] = order.language.command;
    this.#child = spawn(program, parameters, {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', answerLog.fd, socket.theirs],
      env: { PATH: process.env.PATH, LANG: 'en_US.UTF-8', SECRET: 'of the gateway' },
    });
    // 'pipe' at 1 to 3 above gives two readable streams and one duplex stream
    const [, stdout, stderr, channel] = this.#child.stdio as unknown as [null, Readable, Readable, Duplex];
    this.channel = channel;
    this.#readLines(stdout, 'stdout');
    this.#readLines(stderr, 'stderr');
    this.wire = new FrameWire({ channel, answerLog, callSocket: socket, buildsEvents: true });
    const frame = (kind: number, nonce: string, body: string): void => {
      this.frames.push({ kind, nonce, body });
      this.#onFrame();
    };
    const reader = new FrameReader({ frame, broken: (body) => frame(-1, NO_NONCE, body) }, 2 ** 26);
    channel.on('data', (bytes: Buffer) => reader.push(bytes)).on('error', () => undefined);
    // as an instance does: what was not read by then was not begun
    this.#child.once('exit', () => this.wire.takeBack());
    this.ended = once(this.#child, 'close').then((values) => {
      socket.close();
      const [code, signal] = values as [number | null, NodeJS.Signals | null]; // as Node declares the event
      return { code, signal };
    });
    if (order.isAssigned !== false) this.wire.control(FRAME.assign, NO_NONCE, JSON.stringify(settingsOf(order, this.directory)));
  }

  /** Sends a call. @returns its nonce and the offset at which it begins in the call socket */
  public send(event: unknown, head: Partial<Invocation> = {}): { readonly nonce: string; readonly offset: number } {
    this.#calls += 1;
    const nonce = String(this.#calls).padStart(16, '0');
    const payload = typeof event === 'string' ? event : JSON.stringify(event);
    const invocation: Invocation = { requestId: nonce, invocationId: `id-${this.#calls}`, timeoutMs: 3000, ...head, payload };
    return { nonce, offset: this.wire.send(nonce, invocation, 3000) };
  }

  /** Sends a call with an event, or its JSON text, and waits for its answer. */
  public async call(event: unknown = {}, head: Partial<Invocation> = {}): Promise<Frame> {
    return this.answerTo(this.send(event, head).nonce);
  }

  /** Sends a call and returns its result. */
  public async result(event: unknown = {}, head: Partial<Invocation> = {}): Promise<unknown> {
    const { kind, body } = await this.call(event, head);
    if (kind !== FRAME.result) throw new Error(`the answer is of kind ${kind}: ${body}`);
    return JSON.parse(body);
  }

  public async answerTo(nonce: string): Promise<Frame> {
    return this.frame((frame) => frame.nonce === nonce);
  }

  /** Waits for a frame; fails when the process ends without it. */
  public async frame(isIt: (frame: Frame) => boolean): Promise<Frame> {
    let hasEnded = false;
    void this.ended.then(() => {
      hasEnded = true;
      this.#onFrame();
    });
    for (;;) {
      const match = this.frames.find(isIt);
      if (match !== undefined) return match;
      if (hasEnded) throw new Error(`the process has ended: ${this.lines.map(({ text }) => text).join('\n')}`);
      await new Promise<void>((resolve) => { this.#onFrame = resolve; });
    }
  }

  /** Ends the process as its gateway's end does. @returns its lines */
  public async end(): Promise<readonly Line[]> {
    this.channel.destroy();
    await this.ended;
    this.#answerLog.close();
    return this.lines;
  }

  #writeFile(name: string, text: string): void {
    const file = path.join(this.directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  #readLines(stream: Readable, name: Line['stream']): void {
    const line = (text: string, nonce: string | undefined): number => this.lines.push({ stream: name, text, nonce });
    const reader = new OutputReader({ line, now: () => performance.now() });
    stream.on('data', (bytes: Buffer) => {
      reader.push(bytes, WAITS_FOR_MARK);
      if (name === 'stdout') this.output.push(bytes);
    }).on('close', () => reader.end(undefined));
  }
}

function settingsOf(order: Order, directory: string): object {
  const { handler = 'app.h', runtime = order.language.runtime, environment, searchPath = [], assignment } = order;
  const variables = { TZ: ':UTC', PATH: process.env.PATH, AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`, LAMBDA_TASK_ROOT: directory };
  return {
    directory, scratchDirectory: directory, handler, environment: { ...variables, ...environment }, searchPath,
    functionName: 'orders', functionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:orders', memoryMiB: 128,
    logGroupName: '/aws/lambda/orders', logStreamName: '2026/11/28/[$LATEST]0', concurrency: 1, maxResultBytes: 6_291_556, ...assignment,
  };
}
