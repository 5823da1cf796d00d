import { labelOf } from '../../function-label';
import type { Readable } from 'node:stream';
import type { FunctionVersion } from '../../ports';
import { MAX_PIPELINE_DEPTH } from '../host/pipeline-depth';
import type { EngineSettings } from '../options';
import { OutputReader, WAITS_FOR_MARK } from './output';

/** Node's lines about the inspector of its process, whose address nobody must know. */
const INSPECTOR_LINE = /^(?:Debugger listening on ws:|For help, see: https:\/\/nodejs\.org\/)/;

const TAIL_CHARACTERS = 4096;
/** Number of calls whose output may still arrive: those in the pipeline, and the last ones answered. */
const MAX_OWNERS = 2 * MAX_PIPELINE_DEPTH;

export interface InstanceOutputOptions {
  readonly version: Pick<FunctionVersion, 'name' | 'concurrency'>;
  readonly output: EngineSettings['output'];
  readonly isInspected: boolean;
  readonly inFlightCount: () => number;
  readonly now: () => number;
}

/** The output of one instance, line by line, with the calls that wrote it. */
export class InstanceOutput {
  /** Request ids of the last calls, by nonce; kept only if calls run one at a time. */
  readonly #owners: { readonly nonce: string; readonly requestId: string }[] = [];
  #nextOwner = 0;
  #lastNonce: string | undefined;
  /** The end of what it wrote to stderr, where Node says why it ends. */
  public stderrTail = '';

  public constructor(private readonly options: InstanceOutputOptions) {}

  /** Hot path: a call begins. */
  public began(nonce: string, requestId: string): void {
    if (this.options.version.concurrency > 1) return;
    this.#lastNonce = nonce;
    this.#owners[this.#nextOwner] = { nonce, requestId };
    this.#nextOwner = (this.#nextOwner + 1) % MAX_OWNERS;
  }

  public read(stream: Readable, name: 'stdout' | 'stderr'): void {
    const { version, output, isInspected, inFlightCount, now } = this.options;
    const line = (text: string, nonce: string | undefined) => {
      if (isInspected && name === 'stderr' && INSPECTOR_LINE.test(text)) return;
      const requestId = nonce === undefined ? undefined : this.#owners.find((owner) => owner.nonce === nonce)?.requestId;
      output({ functionName: labelOf(version), stream: name, text, ...(requestId === undefined ? {} : { requestId }) });
    };
    const reader = new OutputReader({ line, now });
    stream.on('data', (bytes: Buffer) => {
      if (name === 'stderr') this.stderrTail = (this.stderrTail + bytes.toString('latin1')).slice(-TAIL_CHARACTERS);
      reader.push(bytes, inFlightCount() > 1 && version.concurrency === 1 ? WAITS_FOR_MARK : this.#lastNonce);
    });
    stream.on('error', () => undefined);
    stream.on('close', () => reader.end(this.#lastNonce));
  }
}
