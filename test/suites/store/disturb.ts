import { setTimeout as wait } from 'node:timers/promises';
import type { SharingGateway } from './gateways';
import type { Proxy } from './proxy';
import type { Server } from './server';

/** Ways to lose the store or a gateway for a time, each of which ends with all well. */
interface Disturbed {
  readonly server: Server;
  readonly proxies: readonly Proxy[];
  readonly gateways: readonly Pick<SharingGateway, 'kill'>[];
  readonly random: () => number;
}

type Disturbance = (disturbed: Disturbed, lastsMs: number) => Promise<void>;

const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  'kill a gateway': async ({ gateways, random }, lastsMs) => gateways[Math.floor(random() * gateways.length)]?.kill(lastsMs / SHORTER),
  'kill': async ({ server }, lastsMs) => {
    await server.kill();
    await wait(lastsMs);
    await server.start();
  },
  'pause': async ({ server }, lastsMs) => {
    server.pause();
    await wait(lastsMs);
    server.resume();
  },
  'drop': async ({ proxies, random }, lastsMs) => {
    const cutOff = proxies.filter(() => random() < 0.5);
    cutOff.forEach((proxy) => proxy.drop());
    await wait(lastsMs);
    cutOff.forEach((proxy) => proxy.mend());
  },
  'cut': async ({ proxies, random }, lastsMs) => {
    const cutOff = proxies.filter(() => random() < 0.5);
    cutOff.forEach((proxy) => proxy.cut());
    await wait(lastsMs);
    cutOff.forEach((proxy) => proxy.mend());
  },
};

/** A gateway takes its time to start besides. */
const SHORTER = 4;
const LASTS_MS = { from: 30, to: 1_200 };
const PAUSE_MS = { from: 50, to: 900 };

/** Disturbs the store and the gateways for a time, as the seed says. Returns what happened. */
export async function disturb(disturbed: Disturbed, forMs: number): Promise<string> {
  const { random } = disturbed;
  const between = ({ from, to }: typeof LASTS_MS): number => Math.round(from + random() * (to - from));
  const happened: string[] = [];
  for (const endsAt = performance.now() + forMs; performance.now() < endsAt;) {
    const [name = '', play] = Object.entries(DISTURBANCES)[Math.floor(random() * Object.keys(DISTURBANCES).length)] ?? [];
    const lastsMs = between(LASTS_MS);
    await play?.(disturbed, lastsMs);
    happened.push(`${name} ${lastsMs}`);
    await wait(between(PAUSE_MS));
  }
  return happened.join(', ');
}
