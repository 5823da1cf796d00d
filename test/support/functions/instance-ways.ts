import type { FunctionEngineOptions } from '../../../lib/runtime/functions';
import type { FunctionVersion, InvocationOutcome } from '../../../lib/runtime/ports';
import type { TestEngine } from './new-engine';

/** Results of the handler `restricted.attempts`: by the name of each attempt, `done` or the code of the error. */
export interface Attempts {
  readonly codeDirectory: string;
  readonly hasRehearsed: boolean;
  readonly uid: number;
  readonly restricted: Readonly<Record<string, string>>;
  readonly permitted: Readonly<Record<string, string>>;
  readonly own: Readonly<Record<string, string>>;
}

/** A function that attempts everything, and the engines to run it on. */
export interface AttemptedIn {
  readonly start: (options: Partial<FunctionEngineOptions>) => TestEngine;
  readonly version: FunctionVersion;
  /** A directory with a file `record`, which every user may change. */
  readonly other: string;
}

/** A process begins to rehearse 50 ms after its start. */
const REHEARSED_MS = 200;

/** All ways in which an instance comes to be. */
export const WAYS = {
  'started for its function': ({ start, ...attempted }: AttemptedIn) => attempt(start({ permissions: {} }), attempted),
  'started with variables that Node reads at its start': ({ start, version, other }: AttemptedIn) =>
    attempt(start({ permissions: {}, prewarm: true }), { version: { ...version, environment: { NODE_PENDING_DEPRECATION: '0' } }, other }),
  'prewarmed, and needed at once': ({ start, ...attempted }: AttemptedIn) => prewarmed(start, attempted, { hasRehearsed: false }),
  'prewarmed, and rehearsed': ({ start, ...attempted }: AttemptedIn) => prewarmed(start, attempted, { hasRehearsed: true }),
  'started in place of one that crashed': async ({ start, ...attempted }: AttemptedIn) => {
    const engine = start({ permissions: {}, prewarm: true });
    await engine.call(attempted.version, { exits: true });
    return attempt(engine, attempted);
  },
  'open to debuggers': ({ start, ...attempted }: AttemptedIn) => attempt(start({ permissions: {}, inspect: { port: 0 } }), attempted),
  'in a thread': ({ start, ...attempted }: AttemptedIn) => attempt(start({ permissions: {}, isolation: 'thread' }), attempted, { isThread: true }),
} as const;

type Attempted = Pick<AttemptedIn, 'version' | 'other'>;

/** The results of one call. */
export async function attempt({ call }: Pick<TestEngine, 'call'>, { version, other }: Attempted, event: object = {}): Promise<Attempts> {
  const outcome: InvocationOutcome = await call(version, { other, ...event });
  if (outcome.type !== 'result') throw new Error(`no result but ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.payload) as Attempts; // the handler's own
}

/** Tries new versions until one runs in a prewarmed process that has rehearsed, or has not: the machine may be slow. */
async function prewarmed(
  start: AttemptedIn['start'], { version, other }: Attempted, { hasRehearsed }: Pick<Attempts, 'hasRehearsed'>,
): Promise<Attempts> {
  const { engine, call } = start({ permissions: {}, prewarm: true });
  for (let waitMs = hasRehearsed ? REHEARSED_MS : 0; ; waitMs *= 2) {
    const attempted = { ...version, key: `${waitMs} ${performance.now()}` };
    await engine.prepare([attempted]);
    await new Promise((resolve) => { setTimeout(resolve, waitMs); });
    const attempts = await attempt({ call }, { version: attempted, other });
    if (attempts.codeDirectory !== version.codeDirectory && attempts.hasRehearsed === hasRehearsed) return attempts;
    engine.retain(new Set());
  }
}
