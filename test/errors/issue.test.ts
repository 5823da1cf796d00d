import { GatewayError, issue, issueOf, issueText, throwIfErrors, warning } from '../../lib/errors';
import { thrownBy } from '../support/declaration';

const error = issue('METHOD_UNKNOWN', 'Api/FETCH', { given: 'FETCH', allowed: 'GET' });
const caution = warning('CORS_WITHOUT_EFFECT', '');

test('has the message and help of the catalog', () => {
  expect(error).toEqual({ code: 'METHOD_UNKNOWN', severity: 'error', location: 'Api/FETCH', message: 'unknown HTTP method "FETCH"', help: expect.stringMatching(/^Expected one of /) });
  expect(caution.severity).toBe('warning');
  expect(issueOf(new GatewayError('METHOD_UNKNOWN', { given: 'FETCH', allowed: 'GET' }, { location: 'Api/FETCH' }))).toEqual(error);
});

test('is text with place, code and help', () => {
  expect(issueText(error)).toBe(`error: Api/FETCH: unknown HTTP method "FETCH" [METHOD_UNKNOWN]\n    ${error.help}`);
  expect(issueText(caution)).toMatch(/^warning: CORS adds no headers/);
});

test('all errors are thrown as one, warnings are not', () => {
  expect(thrownBy(() => throwIfErrors('it', [caution]))).toBeUndefined();
  const thrown = thrownBy(() => throwIfErrors('it', [error, caution, error]));
  expect(thrown).toMatchObject({ code: 'DEFINITION_INVALID', details: { subject: 'it', count: 2 } });
  expect(String(thrown).match(/METHOD_UNKNOWN/g)).toHaveLength(2);
});
