import { callersOf, type DraftCaller } from '../../model/draft';
import type { RouteState } from '../../protocol';
import { shownApi } from '../../state/shown';
import { useActions, useAppState } from '../app-context';

export function CallerChoice({ route, caller }: { readonly route: RouteState; readonly caller: DraftCaller | undefined }) {
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
