import { CATALOG, GATEWAY_RESPONSE_TYPES } from '../../lib/errors';

test.each(Object.entries(CATALOG))('%s says what was given and what to do', (code, row) => {
  expect(code).toMatch(/^[A-Z][A-Z0-9_]*$/);
  expect(row.message).not.toBe('');
  expect(row.help).not.toBe('');
  expect([1, 3]).toContain(row.exitCode);
  if (row.gatewayResponse !== undefined) expect(GATEWAY_RESPONSE_TYPES).toContain(row.gatewayResponse);
  if (row.kind === 'request') expect(row.gatewayResponse ?? row.status).toBeDefined();
});
