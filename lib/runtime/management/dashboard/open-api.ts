import { CONNECTION_OPERATIONS } from './connection-operations';
import { GATEWAY_OPERATIONS } from './gateway-operations';
import { REQUEST_OPERATIONS } from './request-operations';
import type { Operation } from './operation';

const DESCRIPTION: Operation = {
  method: 'GET', path: '/api/openapi.json', summary: 'This document', answers: 'application/json',
  // its schemas are made when they are asked for: no gateway starts later for them
  run: async () => ({ json: (await import('./describe-api')).openApi(OPERATIONS) }),
};

export const OPERATIONS: readonly Operation[] = [...GATEWAY_OPERATIONS, ...REQUEST_OPERATIONS, ...CONNECTION_OPERATIONS, DESCRIPTION];
