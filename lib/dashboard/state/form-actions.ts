import type { ApiState, RouteState } from '../protocol';
import { connectRequest, draftOf, emptyDraft, handshakeOf, playRequest, type Draft } from '../model/draft';
import { shownRequest } from './app-state';
import type { ActionParts } from './notices';
import { shownApi, shownStage } from './shown';

export function formActions({ store: { get }, client, attempt, show, readLimits }: ActionParts) {
  const connect = (): void => {
    const api = shownApi(get());
    const stage = shownStage(get());
    if (api === undefined || stage === undefined) return;
    const route = stage.routes.find(({ path }) => path === '/$connect');
    const draft = handshakeOf(route, { api: api.name, stage: stage.name, keys: enabledKeys(api), credentials: api.credentials });
    show({ kind: 'form', draft, route: route && `${route.method} ${route.path}`, before: shownRequest(get().detail) });
  };
  return {
    connect,
    selectRoute: (route: RouteState): void => {
      const api = shownApi(get());
      const stage = shownStage(get());
      if (api === undefined || stage === undefined) return;
      if (api.keepsConnections) return connect();
      const draft = draftOf(route, { api: api.name, stage: stage.name, keys: enabledKeys(api), credentials: api.credentials });
      show({ kind: 'form', draft, route: `${route.method} ${route.path}`, before: shownRequest(get().detail) });
    },
    newRequest: (): void => {
      const api = shownApi(get());
      const stage = shownStage(get());
      if (api === undefined || stage === undefined) return;
      if (api.keepsConnections) return connect();
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
        if (draft.connects === true) {
          const { connection, requestId } = await client.connect(connectRequest(draft));
          if (connection === undefined) show({ kind: 'request', id: requestId, record: await client.record(requestId, false), secrets: false });
          else show({ kind: 'connection', id: connection, record: await client.connection(connection) });
        } else if (replayOf === undefined) {
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

/** Names of the keys that may be used; those of a usage plan first, as a key without one is refused. */
function enabledKeys({ keys }: ApiState): readonly string[] {
  const enabled = keys.filter((key) => key.enabled);
  const planned = enabled.filter(({ plans }) => plans.length > 0);
  return [...planned, ...enabled.filter((key) => !planned.includes(key))].map(({ name }) => name);
}
