import { useEffect, useRef, useState } from 'preact/hooks';
import { callersOf, type Draft, type DraftCaller, type Field, missingFields, requestPath, takesBody } from '../../model/draft';
import type { DetailOf } from '../../state/app-state';
import { shownApi, shownStage } from '../../state/shown';
import { shortName } from '../../model/format';
import type { KeyState, RouteState } from '../../protocol';
import { useActions, useAppState } from '../app-context';
import { CrossIcon, PlayIcon } from '../icons';
import { Method } from '../method';

export function RequestForm({ draft, route, replayOf }: DetailOf<'form'>) {
  const { send, editDraft, closeDetail } = useActions();
  const routes = useAppState((state) => shownStage(state)?.routes);
  const described = routes?.find(({ method, path }) => `${method} ${path}` === route);
  const declaresKeys = useAppState((state) => (shownApi(state)?.keys.length ?? 0) > 0);
  const [asked, setAsked] = useState({ key: false, body: false });
  const hasKey = asked.key || draft.key !== '' || described?.apiKeyRequired === true;
  const hasBody = draft.connects !== true && (asked.body || takesBody(draft));
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
        <button class="primary" disabled={missing.length > 0} title="Send (Ctrl Enter)"><PlayIcon />{draft.connects === true ? 'Connect' : replayOf === undefined ? 'Send' : 'Send edited'}</button>
        <button type="button" onClick={closeDetail} title="Cancel (Esc)">Cancel</button>
        {missing.length > 0 && <span class="hint" role="status">{missing.join(', ')} missing</span>}
      </div>
      <div class="record">
        {draft.connects === true && <h2 class="form-title">Connect to {draft.api} · {draft.stage}</h2>}
        {draft.connects !== true && (route === undefined
          ? <RequestLine draft={draft} isNew={replayOf === undefined} />
          : <h2 class="form-title"><Method name={draft.method} /><span class="title-path">{requestPath(draft)}</span></h2>)}
        {described !== undefined && <RouteFacts route={described} />}
        {described?.method === 'ANY' && draft.connects !== true && <label class="choice">Method<MethodSelect method={draft.method} /></label>}
        <FieldList title="Path" fields={draft.pathParameters} isFixed onChange={(pathParameters) => editDraft({ pathParameters })} />
        <FieldList title="Query" fields={draft.query} onChange={(query) => editDraft({ query })} />
        <FieldList title="Headers" fields={draft.headers} onChange={(headers) => editDraft({ headers })} />
        {described !== undefined && <CallerChoice route={described} caller={draft.caller} />}
        {hasKey && <KeyChoice chosen={draft.key} isNeeded={described?.apiKeyRequired ?? false} />}
        {hasBody && <Body draft={draft} isCut={replayOf?.request.bodyTruncated === true} />}
        <p class="buttons">
          {!hasKey && declaresKeys && <button type="button" class="ghost add" onClick={() => setAsked({ ...asked, key: true })}>+ API key</button>}
          {!hasBody && draft.connects !== true && <button type="button" class="ghost add" onClick={() => setAsked({ ...asked, body: true })}>+ body</button>}
        </p>
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

function RequestLine({ draft: { method, path, api, stage }, isNew }: { readonly draft: Draft; readonly isNew: boolean }) {
  const { editDraft } = useActions();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => { if (isNew) input.current?.focus(); }, []);
  return (
    <>
      <div class="request-line">
        <MethodSelect method={method} label="Method" />
        <input ref={input} aria-label="Path" value={path} spellcheck={false} autocomplete="off" onInput={({ currentTarget }) => editDraft({ path: currentTarget.value })} />
      </div>
      <p class="facts">{api} · {stage}</p>
    </>
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function MethodSelect({ method, label }: { readonly method: string; readonly label?: string }) {
  const { editDraft } = useActions();
  const names = METHODS.includes(method) ? METHODS : [method, ...METHODS];
  return (
    <select aria-label={label} value={method} onChange={({ currentTarget }) => editDraft({ method: currentTarget.value })}>
      {names.map((name) => <option key={name}>{name}</option>)}
    </select>
  );
}

/** @param isCut - whether only the beginning of the body is known */
function Body({ draft: { body, isBase64 = false }, isCut }: { readonly draft: Draft; readonly isCut: boolean }) {
  const { editDraft } = useActions();
  return (
    <>
      {isCut && <p class="hint">Only the beginning of the body was kept; the rest is not sent.</p>}
      <label class="editor">
        <h3>Body{isBase64 && <span class="hint"> bytes, as base64</span>}</h3>
        <textarea value={body} rows={8} spellcheck={false} onInput={({ currentTarget }) => editDraft({ body: currentTarget.value })} />
      </label>
    </>
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

interface FieldListProps {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Whether the names are given. */
  readonly isFixed?: boolean;
  readonly onChange: (fields: readonly Field[]) => void;
}

/** Names and values; one more may be added, unless the names are given. */
function FieldList({ title, fields, isFixed = false, onChange }: FieldListProps) {
  const change = (index: number, patch: Partial<Field>): void => {
    onChange(fields.map((field, at) => (at === index ? { ...field, ...patch } : field)));
  };
  if (isFixed && fields.length === 0) return null;
  return (
    <fieldset class="fields">
      <legend>{title}</legend>
      {fields.map((field, index) => (
        <div key={index} class="field">
          {isFixed || field.required === true
            ? <span class="field-name">{field.name}{field.required === true && <span class="required" title="required">*</span>}</span>
            : <input aria-label={`${title}: name`} value={field.name} placeholder="name" onInput={({ currentTarget }) => change(index, { name: currentTarget.value })} />}
          <input
            aria-label={field.name === '' ? `${title}: value` : field.name} value={field.value} placeholder={SECRET.test(field.name) ? 'token' : 'value'}
            {...(SECRET.test(field.name) ? { type: 'password' } : { type: 'text' })} autocomplete="off" spellcheck={false}
            onInput={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          {!isFixed && (
            <button type="button" class="ghost" aria-label={`Remove ${field.name}`} onClick={() => onChange(fields.filter((_, at) => at !== index))}><CrossIcon /></button>
          )}
        </div>
      ))}
      {!isFixed && <button type="button" class="ghost add" onClick={() => onChange([...fields, { name: '', value: '' }])}>+ add</button>}
    </fieldset>
  );
}

/** Not shown while someone looks over a shoulder. */
const SECRET = /^(authorization|x-api-key|cookie|x-amz-security-token)$/i;

function CallerChoice({ route, caller }: { readonly route: RouteState; readonly caller: DraftCaller | undefined }) {
  const { editDraft } = useActions();
  const credentials = useAppState((state) => shownApi(state)?.credentials) ?? [];
  const callers = callersOf(route, credentials);
  if (callers.length === 0) return <Missing route={route} />;
  const choose = (id: string): void => editDraft({ caller: callers.find((one) => idOf(one) === id) });
  return (
    <>
      <label class="choice">Caller
        <select value={caller === undefined ? '' : idOf(caller)} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">nobody (is refused)</option>
          {callers.map((one) => <option key={idOf(one)} value={idOf(one)}>{labelOf(one)}</option>)}
        </select>
      </label>
      {caller?.kind === 'token' && (
        <fieldset class="fields">
          <legend>Token</legend>
          <Claim label="user (sub)" value={caller.user} onInput={(user) => editDraft({ caller: { ...caller, user } })} />
          <Claim label="groups" value={caller.groups} onInput={(groups) => editDraft({ caller: { ...caller, groups } })} />
          <Claim label="scopes" value={caller.scopes} onInput={(scopes) => editDraft({ caller: { ...caller, scopes } })} />
        </fieldset>
      )}
    </>
  );
}

/** Why nobody can be chosen, where only the gateway could sign. */
function Missing({ route: { authorizer } }: { readonly route: RouteState }) {
  if (authorizer === undefined || authorizer.name !== undefined) return null;
  return <p class="hint">Requests must be signed. To sign them here, start with <code>--credentials file.json</code>.</p>;
}

function Claim({ label, value, onInput }: { readonly label: string; readonly value: string; readonly onInput: (value: string) => void }) {
  return (
    <div class="field">
      <span class="field-name">{label}</span>
      <input aria-label={label} value={value} placeholder="none" autocomplete="off" spellcheck={false} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
    </div>
  );
}

function idOf(caller: DraftCaller): string {
  return caller.kind === 'token' ? caller.authorizer : caller.accessKeyId;
}

function labelOf(caller: DraftCaller): string {
  return caller.kind === 'token' ? 'a user with a token of the local issuer' : `credential ${caller.accessKeyId}`;
}
