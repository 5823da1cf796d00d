import { summaryWithoutSecrets, withoutSecrets } from '../../../lib/runtime/inspection/secrets';
import type { MessageRecord, RequestRecord, RequestSummary } from '../../../lib/runtime/inspection/protocol';

const SECRET = 'abcdefgh-1234';
const SUMMARY: RequestSummary = { id: '1', at: 1, api: 'A', stage: 'prod', method: 'GET', path: '/', query: `token=${SECRET}`, status: 403, ms: 1 };
const message = (body: string): MessageRecord => ({ headers: [{ name: 'Location', value: `/?token=${SECRET}` }], body, isBase64: false, bodyBytes: 1, bodyTruncated: false });
const text = { text: `has ${SECRET}`, truncated: false };
const RECORD: RequestRecord = {
  ...SUMMARY,
  deployment: null,
  request: { ...message(SECRET), url: `/prod?token=${SECRET}`, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
  response: { ...message(SECRET), isStreamed: false },
  steps: [{ name: 'validation', status: 'stopped', ms: 1, detail: text.text }],
  why: { code: 'X', sentence: text.text, fix: text.text, details: { given: SECRET, count: 1 } },
  event: text, result: text,
  templates: [{
    place: 'request', mediaType: 'a/b', template: '', input: SECRET, output: SECRET,
    context: { query: { token: SECRET }, headers: { referer: SECRET }, context: { 'a.b': SECRET, count: 1 } },
  }],
  console: [{ at: 1, level: 'stdout', functionName: 'F', text: SECRET }],
  executionLog: [SECRET],
  cors: { origin: 'https://a.test', ok: false, problems: [SECRET], fix: SECRET },
};

test('no member of a record tells a secret of its query', () => {
  const shown = withoutSecrets(RECORD);
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(Object.keys(shown)).toEqual(Object.keys(RECORD));
  expect(shown.why?.details).toEqual({ given: '*'.repeat(13), count: 1 });
});

test('nor does its line', () => {
  expect(summaryWithoutSecrets({ ...SUMMARY, why: text.text }, [])).toEqual({ ...SUMMARY, query: `token=${'*'.repeat(13)}`, why: `has ${'*'.repeat(13)}` });
  const header = { name: 'x-api-key', value: 'key-0123456789' };
  expect(summaryWithoutSecrets({ ...SUMMARY, query: '', why: 'the key key-0123456789 is unknown' }, [header]).why).toBe(`the key ${'*'.repeat(14)} is unknown`);
});
