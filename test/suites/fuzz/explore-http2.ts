// Sequences of frames over TLS to a gateway of its own, each disrupted somewhere: the process stays the same one, answers the next
// client, and no error is left to its last line of defense.
import fc from 'fast-check';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { defectsIn, sendDisrupted, type Disruption } from '../hostile/disruption';
import type { Fixture } from '../hostile/fixture';
import { startGateway, type GatewayProcess } from '../hostile/serve-gateway';
import type { CaseResult } from '../suite';
import { disruptions } from './disruptions';
import { sequences } from './http2-sequences';

/** Answers to a sequence are not judged, so they are waited for briefly. */
const ANSWER_MS = 20;
/** The next client is answered within this time. */
const NEXT_ANSWER_MS = 10_000;
/** One sequence in so many is followed by another client. */
const ASK_EVERY = 20;

export interface Http2Exploration {
  readonly tried: number;
  readonly result: CaseResult;
}

export async function exploreHttp2(
  { folder }: Fixture, { seed, limitMs }: { readonly seed: number; readonly limitMs: number },
): Promise<Http2Exploration> {
  const gateway = await startGateway(path.join(folder, 'gateway.out'), {
    flags: ['--https', '--state', path.join(folder, 'http2.state')], environment: { XDG_DATA_HOME: path.join(folder, 'data') },
  });
  try {
    let tried = 0;
    const property = fc.asyncProperty(sequences, disruptions, async (bytes, disruption) => {
      const problem = await problemOf(bytes, disruption, { gateway, asks: tried++ % ASK_EVERY === 0 });
      if (problem !== undefined) throw new Error(problem);
    });
    // a gateway that has ended cannot tell a smaller sequence from a larger one
    const bound = { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
    const options = { numRuns: Number.MAX_SAFE_INTEGER, ...bound, endOnFailure: true };
    const details = await fc.check(property, { seed, ...options });
    const problems = details.failed ? [`${fc.defaultReportMessage(details) ?? ''}\n${String(details.errorInstance)}`] : [];
    return { tried, result: { name: `HTTP/2, seed ${seed}`, problems } };
  } finally {
    await gateway.close();
  }
}

interface Checked {
  readonly gateway: GatewayProcess;
  /** Whether another client asks afterwards. */
  readonly asks: boolean;
}

async function problemOf(bytes: Buffer, disruption: Disruption, { gateway, asks }: Checked): Promise<string | undefined> {
  const printedFrom = gateway.printed().length;
  const raw = connect(gateway.ports.data, '127.0.0.1');
  const socket = connectTls({ socket: raw, ALPNProtocols: ['h2'], rejectUnauthorized: false });
  for (const each of [raw, socket]) each.on('error', () => undefined); // what the server does with such a connection is not judged
  const answered = closedOrLate(raw, ANSWER_MS + disruption.waitMs);
  if (await isConnected(socket)) await sendDisrupted({ socket, raw }, bytes, disruption);
  await answered;
  const isSame = await gateway.probe('turn') === true && gateway.exit() === undefined;
  raw.destroy();
  if (!isSame) return `the gateway ended with ${gateway.exit()}:\n${gateway.printed().slice(printedFrom)}`;
  const [defect] = defectsIn(gateway.printed().slice(printedFrom));
  if (defect !== undefined) return defect;
  return asks && await statusOf(gateway.ports.data) !== 200 ? 'the next client is not answered' : undefined;
}

function closedOrLate(raw: Socket, ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    raw.once('close', resolve);
    setTimeout(resolve, ms);
  });
}

function isConnected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

/** Asks as any other client does. Undefined if the gateway does not answer, whether it cuts the connection or is silent. */
export async function statusOf(port: number, limitMs = NEXT_ANSWER_MS): Promise<number | undefined> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      late = setTimeout(resolve, limitMs, undefined);
      const stream = session.request({ ':path': '/dev/ping' });
      stream.on('response', (headers) => resolve(headers[':status']));
      for (const each of [session, stream]) each.on('error', () => resolve(undefined)).on('close', () => resolve(undefined));
    });
  } finally {
    clearTimeout(late);
    session.destroy();
  }
}
