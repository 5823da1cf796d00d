import { formatDuration } from '../model/format';
import type { ClockRequest, ResetRequest } from '../protocol';
import type { ActionParts } from './notices';

/** Creates the actions on the gateway itself. */
export function gatewayActions({ store: { get, set }, client, notify, attempt, readLimits }: ActionParts) {
  return {
    refreshLimits: () => attempt(readLimits),
    moveClock: (request: ClockRequest) => attempt(async () => {
      const clock = await client.moveClock(request);
      const { gateway } = get();
      if (gateway !== undefined) set({ gateway: { ...gateway, clock } });
      await readLimits();
      notify('done', clock.offsetMs === 0 ? 'Clock, limits and caches reset' : `Clock ${formatDuration(clock.offsetMs)} ahead`);
    }),
    /** @param done - says what was reset */
    resetLimits: (request: ResetRequest, done: string) => attempt(async () => {
      set({ limits: await client.resetLimits(request) });
      notify('done', done);
    }),
    render: client.render,
  };
}
