import type { CopyFormat } from '../protocol';
import { draftAgain } from '../model/draft';
import { replayText } from '../model/replay-text';
import type { ActionParts } from './notices';

const FORMAT_NAMES: Readonly<Record<CopyFormat, string>> = { curl: 'curl command', fetch: 'fetch call', http: '.http request', test: 'test' };

export function recordActions({ store: { get, set }, client, browser, notify, attempt, show, readLimits }: ActionParts) {
  async function load(id: string, secrets: boolean): Promise<void> {
    const record = await client.record(id, secrets);
    const { detail } = get();
    if (detail.kind === 'request' && detail.id === id) show({ ...detail, record, secrets });
  }
  const selectRequest = (id: string): void => {
    const { detail } = get();
    if (detail.kind === 'request' && detail.id === id) return;
    show({ kind: 'request', id, secrets: false });
    attempt(() => load(id, false));
  };
  return {
    selectRequest,
    /** Closes a request, or a form: the request that was shown before is shown again. */
    closeDetail: (): void => {
      const { detail } = get();
      const before = detail.kind === 'form' ? detail.before : undefined;
      if (before === undefined) set({ detail: { kind: 'none' } });
      else selectRequest(before);
    },
    showSecrets: (id: string, secrets: boolean) => attempt(() => load(id, secrets)),
    replay: (id: string) => attempt(async () => {
      const before = await client.record(id, false);
      const { record, differences } = await client.replay(id, {});
      show({ kind: 'request', id: record.id, record, secrets: false, compareWith: before });
      notify('done', `Replayed: ${replayText(differences)}`);
      await readLimits();
    }),
    editAndReplay: (id: string) => attempt(async () => {
      const replayOf = await client.record(id, true);
      show({ kind: 'form', draft: draftAgain(replayOf), route: undefined, replayOf, before: id });
    }),
    copyAs: (id: string, format: CopyFormat) => attempt(async () => {
      const { detail } = get();
      const secrets = detail.kind === 'request' && detail.secrets;
      await browser.copy(await client.copyAs(id, format, secrets));
      notify('done', `Copied the ${FORMAT_NAMES[format]}${secrets ? ', with secrets' : ''}`);
    }),
    copyText: (text: string, what: string) => attempt(async () => {
      await browser.copy(text);
      notify('done', `Copied the ${what}`);
    }),
  };
}
