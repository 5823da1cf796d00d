// What a process holds, as Linux tells it; nothing elsewhere.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

const SAMPLE_MS = 1_000;

/** Memory, descriptors by what they are, threads and processes below; undefined where the system does not tell. */
export function resourcesOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
    return { rssMB: (number('VmRSS') * 1024) / 1e6, threads: number('Threads'), descriptors: descriptorsOf(pid), children: childrenOf(pid) };
  } catch {
    return undefined;
  }
}

/** One line for people. */
export function resourcesText({ rssMB, threads, descriptors, children }) {
  const kinds = Object.entries(descriptors.byKind).map(([kind, count]) => `${count} ${kind}`).join(', ');
  return `${rssMB.toFixed(0)} MB, ${descriptors.count} descriptors (${kinds}), ${threads} threads, ${children} processes below`;
}

/**
 * Looks once a second, and now and then at what is held after a collection; `samples` and `held` are `{ at, value }` in
 * hours and MB.
 */
export function startSampler(child, heldEveryMs) {
  const startedAt = performance.now();
  const hours = () => (performance.now() - startedAt) / 3_600_000;
  const sampler = { samples: [], held: [], peakMB: 0, peakDescriptors: 0 };
  const timer = setInterval(() => {
    const seen = resourcesOf(child.pid);
    if (seen === undefined) return;
    sampler.samples.push({ at: hours(), value: seen.rssMB });
    sampler.peakMB = Math.max(sampler.peakMB, seen.rssMB);
    sampler.peakDescriptors = Math.max(sampler.peakDescriptors, seen.descriptors.count);
  }, SAMPLE_MS);
  const heldTimer = setInterval(() => {
    void heldMB(child).then((value) => sampler.held.push({ at: hours(), value }), () => undefined);
  }, heldEveryMs);
  return Object.assign(sampler, {
    stop: () => {
      clearInterval(timer);
      clearInterval(heldTimer);
    },
  });
}

let lastId = 0;

/** What the gateway's process holds in its heap and beside it after a collection, in MB. @throws Error when it is gone */
export function heldMB(child) {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const end = () => {
      child.off('message', listen);
      child.off('exit', leave);
    };
    const listen = (answer) => {
      if (answer.id !== id) return;
      end();
      resolve(answer.heldMB);
    };
    const leave = () => {
      end();
      reject(new Error('the gateway has ended'));
    };
    child.on('message', listen).on('exit', leave);
    child.send(id, (error) => {
      if (error !== null) reject(error);
    });
  });
}

function descriptorsOf(pid) {
  const byKind = {};
  const names = readdirSync(`/proc/${pid}/fd`);
  let count = 0;
  for (const name of names) {
    try {
      const kind = kindOf(readlinkSync(`/proc/${pid}/fd/${name}`));
      byKind[kind] = (byKind[kind] ?? 0) + 1;
      count += 1;
    } catch {
      // it was closed in the meantime
    }
  }
  return { count, byKind };
}

function kindOf(target) {
  if (target.startsWith('socket:')) return 'sockets';
  if (target.startsWith('pipe:')) return 'pipes';
  return target.startsWith('anon_inode:') ? 'of the event loop' : 'files';
}

function childrenOf(pid) {
  const below = (parent) => {
    try {
      return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').filter((one) => one !== '');
    } catch {
      return [];
    }
  };
  const all = (parent) => below(parent).flatMap((one) => [one, ...all(one)]);
  return all(pid).length;
}
