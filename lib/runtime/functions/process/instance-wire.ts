import type { Invocation, RequestInvocation } from '../../ports';
import type { FrameListener } from '../wire/frames';

/** Receives everything that a process says, in the kinds of frames. Nothing of it is checked. */
export interface WireListener extends Required<FrameListener> {
  /** The process takes no call for the time being, without having one. It says `ready` when it does again. */
  readonly paused: () => void;
  /** The process says no more, although it may still run. */
  readonly ended: () => void;
}

/** How an instance and its process speak. It is always known which calls the process cannot have begun. */
export interface InstanceWire {
  /** Whether the process is ready for a call: with frames at any time, over the Runtime API when its client asks for one. */
  readonly takesCalls: boolean;
  /** Assigns the function, once, and delivers what the process says from then on. */
  readonly open: (assignment: object, listener: WireListener) => void;
  /** Hot path: hands over a call. @returns the position of the call, which `takeBack` refers to */
  readonly send: (nonce: string, invocation: Invocation | RequestInvocation, remainingMs: number) => number;
  /** Hands over no more. @returns the position from which on no call was begun, nor ever will be */
  readonly takeBack: () => number;
  /** Credit for the stream of a call, or its cancellation. */
  readonly control: (kind: number, nonce: string, body: string) => void;
  /** Reads the answers that the process has given but not sent yet; what follows them is older. */
  readonly readUnsent: (frame: FrameListener['frame']) => void;
  /** Calls back once everything that an ended process had sent was delivered. */
  readonly whenRead: (callback: () => void) => void;
  /** For a process that has ended, or was not started. */
  readonly close: () => void;
}
