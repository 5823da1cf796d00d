import { missingFields, requestPath, type Draft } from '../../model/draft';
import { shownApi, shownStage } from '../../state/shown';
import { shortName } from '../../model/format';
import type { KeyState, RequestRecord, RouteState } from '../../protocol';
import { useActions, useAppState } from '../app-context';
import { BackIcon, PlayIcon } from '../icons';
import { Method } from '../method';
import { CallerChoice } from './caller-choice';
import { FieldList } from './field-list';

interface RequestFormProps {
  readonly draft: Draft;
  readonly route: string | undefined;
  readonly replayOf?: RequestRecord;
}

/** A request of a route, or a recorded one, to be written and sent. */
export function RequestForm({ draft, route, replayOf }: RequestFormProps) {
  const { send, editDraft, closeDetail } = useActions();
  const routes = useAppState((state) => shownStage(state)?.routes);
  const described = routes?.find(({ method, path }) => `${method} ${path}` === route);
  const missing = missingFields(draft);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (missing.length === 0) send();
  };
  const sendWithKeys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form class="form" onSubmit={submit} onKeyDown={sendWithKeys}>
      <div class="actions">
        <button type="button" class="ghost back" onClick={closeDetail} aria-label="Back" title="Back (Esc)"><BackIcon /></button>
        <button class="primary" disabled={missing.length > 0} title="Send (Ctrl Enter)"><PlayIcon />{replayOf === undefined ? 'Send' : 'Send edited'}</button>
        {missing.length > 0 && <span class="hint" role="status">{missing.join(', ')} missing</span>}
      </div>
      <div class="record">
        <h2 class="form-title"><Method name={draft.method} /><span class="title-path">{requestPath(draft)}</span></h2>
        {described !== undefined && <RouteFacts route={described} />}
        {described?.method === 'ANY' && <MethodChoice method={draft.method} />}
        <FieldList title="Path" fields={draft.pathParameters} isFixed onChange={(pathParameters) => editDraft({ pathParameters })} />
        <FieldList title="Query" fields={draft.query} onChange={(query) => editDraft({ query })} />
        <FieldList title="Headers" fields={draft.headers} onChange={(headers) => editDraft({ headers })} />
        {described !== undefined && <CallerChoice route={described} caller={draft.caller} />}
        <KeyChoice chosen={draft.key} isNeeded={described?.apiKeyRequired ?? false} />
        {replayOf?.request.bodyTruncated === true && <p class="hint">Only the beginning of the body was kept; the rest is not sent.</p>}
        <label class="editor">
          <h3>Body{draft.isBase64 === true && <span class="hint"> bytes, as base64</span>}</h3>
          <textarea
            value={draft.body} rows={8} spellcheck={false} onInput={({ currentTarget }) => editDraft({ body: currentTarget.value })}
          />
        </label>
      </div>
    </form>
  );
}

/** The settings of a route in the definition: integration, authorizer, API key, validator and throttling. */
function RouteFacts({ route }: { readonly route: RouteState }) {
  const { integrationLabel, authorizer, apiKeyRequired, validator, throttle, unavailable, isNew } = route;
  const facts = [
    integrationLabel,
    ...(authorizer === undefined ? [] : [`authorizer ${[authorizer.name, authorizer.type].filter((part) => part !== undefined).join(' · ')}`]),
    ...(apiKeyRequired ? ['API key required'] : []),
    ...(validator === undefined ? [] : [`validates ${validator}`]),
    ...(throttle === undefined ? [] : [`${throttle.rateLimit} a second, burst ${throttle.burstLimit}`]),
    ...(isNew ? ['new or changed'] : []),
  ];
  return (
    <>
      <p class="facts">{facts.map((fact) => <span key={fact}>{fact}</span>)}</p>
      {unavailable !== undefined && <p class="why why-server">{unavailable}</p>}
    </>
  );
}

function MethodChoice({ method }: { readonly method: string }) {
  const { editDraft } = useActions();
  return (
    <label class="choice">Method
      <select value={method} onChange={({ currentTarget }) => editDraft({ method: currentTarget.value })}>
        {['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((name) => <option key={name}>{name}</option>)}
      </select>
    </label>
  );
}

function KeyChoice({ chosen, isNeeded }: { readonly chosen: string; readonly isNeeded: boolean }) {
  const { editDraft } = useActions();
  const api = useAppState(shownApi);
  if (api === undefined || api.keys.length === 0) return null;
  const labelOf = ({ name, plans, enabled }: KeyState): string =>
    [name, ...plans].map((one) => shortName(one, api.name)).join(' · ') + (plans.length === 0 ? ' · no plan' : '') + (enabled ? '' : ' · disabled');
  return (
    <label class="choice">API key
      <select value={chosen} onChange={({ currentTarget }) => editDraft({ key: currentTarget.value })}>
        <option value="">{isNeeded ? 'none (is refused)' : 'none'}</option>
        {api.keys.map((key) => <option key={key.name} value={key.name}>{labelOf(key)}</option>)}
      </select>
    </label>
  );
}
