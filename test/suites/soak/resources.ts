// The resources that a process holds, as Linux reports them; none on other systems.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import type { Sample } from './statistics';

const SAMPLE_MS = 1_000;

export interface Resources {
  readonly rssMB: number;
  readonly threads: number;
  readonly descriptors: Descriptors;
  /** Processes below. */
  readonly children: number;
}

export interface Descriptors {
  readonly count: number;
  readonly byKind: Readonly<Record<string, number>>;
}

/** Memory, descriptors by what they are, threads and processes below; undefined where the system does not report them. */
export function resourcesOf(pid: number): Resources | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
    return { rssMB: (number('VmRSS') * 1024) / 1e6, threads: number('Threads'), descriptors: descriptorsOf(pid), children: childrenOf(pid) };
  } catch {
    return undefined;
  }
}

/** One line for people. */
export function resourcesText({ rssMB, threads, descriptors, children }: Resources): string {
  const kinds = Object.entries(descriptors.byKind).map(([kind, count]) => `${count} ${kind}`).join(', ');
  return `${rssMB.toFixed(0)} MB, ${descriptors.count} descriptors (${kinds}), ${threads} threads, ${children} processes below`;
}

/** Samples of resident memory, and of what is held after a collection; `at` is in hours, `value` in MB. */
export interface Sampler {
  readonly samples: readonly Sample[];
  readonly held: readonly Sample[];
  readonly peakMB: () => number;
  readonly peakDescriptors: () => number;
  readonly stop: () => void;
}

/** Samples once a second, and now and then what is held after a collection. */
export function startSampler(child: ChildProcess, heldEveryMs: number): Sampler {
  const startedAt = performance.now();
  const hours = () => (performance.now() - startedAt) / 3_600_000;
  const samples: Sample[] = [];
  const held: Sample[] = [];
  let peakMB = 0;
  let peakDescriptors = 0;
  const timer = setInterval(() => {
    const resources = resourcesOf(child.pid ?? 0);
    if (resources === undefined) return;
    samples.push({ at: hours(), value: resources.rssMB });
    peakMB = Math.max(peakMB, resources.rssMB);
    peakDescriptors = Math.max(peakDescriptors, resources.descriptors.count);
  }, SAMPLE_MS);
  const heldTimer = setInterval(() => {
    void heldMB(child).then((value) => held.push({ at: hours(), value }), () => undefined);
  }, heldEveryMs);
  return {
    samples,
    held,
    peakMB: () => peakMB,
    peakDescriptors: () => peakDescriptors,
    stop: () => {
      clearInterval(timer);
      clearInterval(heldTimer);
    },
  };
}

let lastId = 0;

/**
 * Returns the memory that the gateway's process holds in and outside its heap after a garbage collection, in MB.
 * @throws Error when it has ended
 */
export function heldMB(child: ChildProcess): Promise<number> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      child.off('message', listen);
      child.off('exit', leave);
    };
    const listen = (message: unknown): void => {
      const result = message as { readonly id: number; readonly heldMB: number }; // only the probe sends
      if (result.id !== id) return;
      end();
      resolve(result.heldMB);
    };
    const leave = (): void => {
      end();
      reject(new Error('the gateway has ended'));
    };
    child.on('message', listen).on('exit', leave);
    child.send(id, (error) => {
      if (error !== null) reject(error);
    });
  });
}

function descriptorsOf(pid: number): Descriptors {
  const kinds = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [kindOf(readlinkSync(`/proc/${pid}/fd/${name}`))];
    } catch {
      return []; // it was closed in the meantime
    }
  });
  const byKind: Record<string, number> = {};
  for (const kind of kinds) byKind[kind] = (byKind[kind] ?? 0) + 1;
  return { count: kinds.length, byKind };
}

function kindOf(target: string): string {
  if (target.startsWith('socket:')) return 'sockets';
  if (target.startsWith('pipe:')) return 'pipes';
  return target.startsWith('anon_inode:') ? 'of the event loop' : 'files';
}

function childrenOf(pid: number): number {
  const below = (parent: string): string[] => {
    try {
      return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').filter((one) => one !== '');
    } catch {
      return [];
    }
  };
  const all = (parent: string): string[] => below(parent).flatMap((one) => [one, ...all(one)]);
  return all(String(pid)).length;
}
