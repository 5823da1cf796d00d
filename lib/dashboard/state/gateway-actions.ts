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
    }),
    resetLimits: (request: ResetRequest, what: string) => attempt(async () => {
      set({ limits: await client.resetLimits(request) });
      notify('done', `Reset ${what}`);
    }),
    render: client.render,
  };
}
