// When a gateway has nothing left to do: idle instances are stopped, connections are closed, nothing comes or goes.
import { resourcesOf, type Resources } from './resources';

const POLL_MS = 500;
/** Longer than an idle instance lives, and than the gateway keeps a connection to a backend. */
const STILL_MS = 7_000;
const GIVE_UP_MS = 90_000;

/** Returns the resources of a process once they have not changed for a while, or after 90 seconds if they keep changing. */
export async function settled(pid: number): Promise<Resources | undefined> {
  let last = resourcesOf(pid);
  let stillSince = performance.now();
  for (const endsAt = performance.now() + GIVE_UP_MS; performance.now() < endsAt && performance.now() - stillSince < STILL_MS;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = resourcesOf(pid);
    if (now === undefined) return undefined;
    if (now.descriptors.count !== last?.descriptors.count || now.children !== last.children) stillSince = performance.now();
    last = now;
  }
  return last;
}

/** The same, with more time for what should be as before. */
export async function settledAs(pid: number, before: Resources | undefined): Promise<Resources | undefined> {
  if (before === undefined) return settled(pid);
  for (const endsAt = performance.now() + GIVE_UP_MS; performance.now() < endsAt;) {
    const now = await settled(pid);
    if (now === undefined || isAtMost(now, before)) return now;
  }
  return resourcesOf(pid);
}

function isAtMost(now: Resources, before: Resources): boolean {
  return now.descriptors.count <= before.descriptors.count && now.children <= before.children;
}
