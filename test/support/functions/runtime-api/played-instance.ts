import { randomUUID } from 'node:crypto';
import { openRuntimeApi } from '../../../../lib/runtime/functions/runtimes/runtime-api';
import type { InstanceWire } from '../../../../lib/runtime/functions/process/instance-wire';
import { FRAME } from '../../../../lib/runtime/functions/wire/frames';
import type { Invocation } from '../../../../lib/runtime/ports';
import { until } from '../engine';
import { ApiClient } from './client';

const NAMES = new Map<number, string>(Object.entries(FRAME).map(([name, kind]) => [kind, name]));

/** The Runtime API of an instance that a test plays. */
export interface PlayedInstance {
  readonly address: string;
  readonly wire: InstanceWire;
  /** Everything that the client has said, as names of frames with nonces and bodies. */
  readonly said: [name: string, nonce: string, body: string][];
  readonly broken: string[];
  /** Hands over a call once the client waits. */
  readonly call: (nonce: string, invocation?: Partial<Invocation>) => Promise<number>;
  readonly client: () => ApiClient;
}

const clients: ApiClient[] = [];
const wires: InstanceWire[] = [];

/** Opens the API. `closePlayed` must follow in `afterEach`. */
export async function playInstance(): Promise<PlayedInstance> {
  const { address, wire } = await openRuntimeApi({
    version: { name: 'orders', handler: 'app.handler' }, functionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:orders',
    ports: { now: () => 1_800_000_000_000, newId: randomUUID },
  });
  wires.push(wire);
  const said: PlayedInstance['said'] = [];
  const broken: string[] = [];
  wire.open({}, {
    frame: (kind, nonce, body) => said.push([NAMES.get(kind) ?? '', nonce, body]),
    chunk: (nonce, bytes) => said.push(['chunk', nonce, bytes.toString()]),
    broken: (reason) => broken.push(reason),
    paused: () => said.push(['paused', '', '']),
    ended: () => undefined,
  });
  const call: PlayedInstance['call'] = async (nonce, invocation = {}) => {
    await until(() => wire.takesCalls);
    return wire.send(nonce, { requestId: nonce, invocationId: `id-${nonce}`, payload: '{"key":"grüß"}', timeoutMs: 3000, ...invocation }, 3000);
  };
  const client = () => {
    const client = new ApiClient(address);
    clients.push(client);
    return client;
  };
  return { address, wire, said, broken, call, client };
}

export function closePlayed(): void {
  for (const client of clients.splice(0)) client.close();
  for (const wire of wires.splice(0)) wire.close();
}
