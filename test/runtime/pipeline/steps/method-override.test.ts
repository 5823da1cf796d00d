import { warnOfMethodOverride } from '../../../../lib/runtime/pipeline/steps/method-override';
import type { HeaderList } from '../../../../lib/runtime/http/headers';
import type { RawRequest } from '../../../../lib/runtime/http/request';
import type { LogEntry } from '../../../../lib/runtime/ports';
import { IDS, received } from '../../../support/exchange';
import { MOCK, specInput } from '../../../support/spec';
import { wholeGateway } from '../../../support/whole-gateway';

function warnings(headers: HeaderList, raw?: RawRequest) {
  const log: LogEntry[] = [];
  warnOfMethodOverride({ received: received({ method: 'POST', headers, ...(raw === undefined ? {} : { raw }) }), ids: IDS }, { log: (entry) => log.push(entry) });
  return log;
}

test('METHOD_OVERRIDE_IGNORED: a request with X-HTTP-Method-Override is served as it is, with a warning that names both methods', () => {
  expect(warnings([{ name: 'x-http-METHOD-override', value: 'DELETE' }])).toEqual([{
    level: 'warn', code: 'METHOD_OVERRIDE_IGNORED', requestId: IDS.requestId,
    message: expect.stringContaining('X-HTTP-Method-Override: DELETE is ignored and the request stays POST') as string,
  }]);
  expect(warnings([{ name: 'X-HTTP-Method', value: 'DELETE' }])).toEqual([]);
});

test('a simple head is not searched: it cannot contain the header', () => {
  expect(warnings([{ name: 'X-HTTP-Method-Override', value: 'DELETE' }], { head: '', body: '' })).toEqual([]);
});

test('every request with the header is warned of, also one that no method takes', async () => {
  const mock = { integration: { ...MOCK.integration, requestTemplates: { 'application/json': '{"statusCode": 200}' } }, methodResponses: { 200: {} } };
  const gateway = wholeGateway({ ...specInput(), resources: { '/': { id: 'root', methods: { POST: mock } } }, stages: { prod: {} } });
  const headers = { 'X-HTTP-Method-Override': 'GET' };
  expect([(await gateway.send('/prod', { method: 'POST', headers })).status, (await gateway.send('/prod/none', { method: 'POST', headers })).status]).toEqual([200, 403]);
  expect(gateway.log.filter(({ code }) => code === 'METHOD_OVERRIDE_IGNORED')).toHaveLength(2);
});
