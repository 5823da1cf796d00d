import { FRAME, type FrameListener } from '../wire/frames';
import { isAnswer } from './call-answers';
import type { InFlightCalls } from './in-flight-calls';
import type { InstanceWire } from './instance-wire';

/** Answers that belong to no running call are forged; this many bytes of them are ignored. */
const MAX_FOREIGN_CHARACTERS = 12 * 1024 * 1024;

/** Reads answers that a process has given and could not send, and knows them when they arrive once more. */
export class AnswerRecovery {
  /** Calls whose answer was recovered and will arrive again. */
  readonly #recovered = new Set<string>();
  #foreignCharacters = 0;

  public constructor(
    private readonly wire: InstanceWire, private readonly inFlight: InFlightCalls, private readonly receive: FrameListener['frame'],
  ) {}

  /** Reads what the process could not send: answers in the order of their calls, and an exit notice. */
  public run(): void {
    let isExpected = true;
    this.wire.readUnsent((kind, nonce, body) => {
      if (kind === FRAME.pipelineDepth) return;
      if (kind === FRAME.exitNotice && isExpected) this.receive(kind, nonce, body);
      isExpected = isExpected && nonce === this.inFlight.oldest && isAnswer(kind);
      if (!isExpected) return; // remains of an earlier turn
      this.#recovered.add(nonce);
      this.receive(kind, nonce, body);
    });
  }

  /** Ignores an answer to no running call. @returns false if there are too many that were not recovered before */
  public ignore(nonce: string, characters: number): boolean {
    if (this.#recovered.delete(nonce)) return true;
    this.#foreignCharacters += characters + 1;
    return this.#foreignCharacters <= MAX_FOREIGN_CHARACTERS;
  }
}
