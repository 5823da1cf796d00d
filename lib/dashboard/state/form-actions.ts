import type { RouteState } from '../protocol';
import { draftOf, emptyDraft, playRequest, type Draft } from '../model/draft';
import { shownRequest } from './app-state';
import type { ActionParts } from './notices';
import { shownApi, shownStage } from './shown';

/** Creates the actions of the request form. */
export function formActions({ store: { get }, client, attempt, show, readLimits }: ActionParts) {
  return {
    selectRoute: (route: RouteState): void => {
      const api = shownApi(get());
      const stage = shownStage(get());
      if (api === undefined || stage === undefined) return;
      // a key without a plan is refused
      const enabled = api.keys.filter((key) => key.enabled);
      const planned = enabled.filter(({ plans }) => plans.length > 0);
      const keys = [...planned, ...enabled.filter((key) => !planned.includes(key))].map(({ name }) => name);
      const draft = draftOf(route, { api: api.name, stage: stage.name, keys, credentials: api.credentials });
      show({ kind: 'form', draft, route: `${route.method} ${route.path}`, before: shownRequest(get().detail) });
    },
    newRequest: (): void => {
      const api = shownApi(get());
      const stage = shownStage(get());
      if (api === undefined || stage === undefined) return;
      show({ kind: 'form', draft: emptyDraft({ api: api.name, stage: stage.name }), route: undefined, before: shownRequest(get().detail) });
    },
    editDraft: (patch: Partial<Draft>): void => {
      const { detail } = get();
      if (detail.kind === 'form') show({ ...detail, draft: { ...detail.draft, ...patch } });
    },
    send: (): void => {
      const { detail } = get();
      if (detail.kind !== 'form') return;
      const { draft, replayOf } = detail;
      attempt(async () => {
        const request = playRequest(draft);
        if (replayOf === undefined) {
          const record = await client.play(request);
          show({ kind: 'request', id: record.id, record, secrets: false });
        } else {
          const { record } = await client.replay(replayOf.id, { overrides: { ...request, body: draft.body } });
          show({ kind: 'request', id: record.id, record, secrets: false, compareWith: replayOf });
        }
        await readLimits();
      });
    },
  };
}
