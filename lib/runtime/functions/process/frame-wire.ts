import type { Duplex } from 'node:stream';
import type { AnswerLog } from '../wire/answer-log';
import { FrameWriter } from '../wire/frame-writer';
import { FRAME, FrameReader, NO_NONCE, type FrameListener } from '../wire/frames';
import type { CallSocket } from './call-socket';
import { CallSender } from './call-sender';
import type { InstanceWire, WireListener } from './instance-wire';

/** The largest frame an instance may send: a result, or 10 MB in Base64 with its surroundings. */
const MAX_FRAME_BYTES = 12 * 1024 * 1024;

/** The gateway's ends of the descriptors that a process inherits. */
export interface FramePorts {
  readonly channel: Duplex;
  /** Answers that the process has not sent yet. */
  readonly answerLog: Pick<AnswerLog, 'read'>;
  /** Where it reads its calls; undefined on Windows, which has no such sockets. */
  readonly callSocket: CallSocket | undefined;
  /** Whether the process builds events from the request's own bytes. @default true */
  readonly buildsEvents?: boolean;
}

/** The gateway's own frames: most go over a channel, calls through a socket, and answers are logged before they are sent. */
export class FrameWire implements InstanceWire {
  public readonly takesCalls = true;
  public readonly send: InstanceWire['send'];
  public readonly takeBack: InstanceWire['takeBack'];
  readonly #channel: Duplex;
  readonly #answerLog: FramePorts['answerLog'];
  readonly #writer: FrameWriter;

  public constructor({ channel, answerLog, callSocket, buildsEvents = true }: FramePorts) {
    this.#channel = channel;
    this.#answerLog = answerLog;
    this.#writer = new FrameWriter((data, encoding) => {
      if (typeof data === 'string') channel.write(data, encoding);
      else channel.write(data);
    });
    const sender = new CallSender(this.#writer, callSocket, buildsEvents);
    this.send = (nonce, invocation, remainingMs) => sender.send(nonce, invocation, remainingMs);
    this.takeBack = () => sender.takeBack();
  }

  public readonly open = (assignment: object, listener: WireListener): void => {
    const reader = new FrameReader(listener, MAX_FRAME_BYTES);
    this.#channel.on('data', (bytes: Buffer) => reader.push(bytes));
    // a broken pipe means that the process is ending, which its exit event reports
    this.#channel.on('error', () => undefined);
    this.#channel.on('end', listener.ended);
    this.#writer.add(FRAME.assign, NO_NONCE, JSON.stringify(assignment));
    this.#writer.flush();
  };

  public readonly control = (kind: number, nonce: string, body: string): void => this.#writer.add(kind, nonce, body);

  public readonly readUnsent = (frame: FrameListener['frame']): void => {
    new FrameReader({ frame, broken: () => undefined }, MAX_FRAME_BYTES).push(this.#answerLog.read());
  };

  /** The channel is one of the streams of the process, which have all been read when it closes. */
  public readonly whenRead = (callback: () => void): void => callback();

  public readonly close = (): void => { this.#channel.destroy(); };
}
