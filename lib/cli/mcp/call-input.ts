import * as z from 'zod';
import { GatewayError } from '../../errors';
import type { DashboardState, PlayRequest } from '../../runtime';
import type { DashboardApi } from '../dashboard-api';

/* The input that the tools share which call an API. */

export const headers = z.record(z.string(), z.string()).optional().describe('headers by name');

export const TARGET = {
  api: z.string().optional().describe('name of the API; optional if there is one'),
  stage: z.string().optional().describe('stage; optional if there is one, or one called prod'),
};

export const CALLER = {
  key: z.string().optional().describe('name of an API key of the definition, whose value is sent as x-api-key'),
  identity: z.union([
    z.strictObject({
      authorizer: z.string().describe('name of an authorizer of user pools or JWTs, as in the tool routes'),
      claims: z.record(z.string(), z.unknown()).optional().describe('such as sub, email'),
      groups: z.array(z.string()).optional(), scopes: z.array(z.string()).optional().describe('scopes of an access token; without any, an ID token is sent'),
    }),
    z.strictObject({ credential: z.string().describe('access key of a credential of the gateway, for AWS_IAM') }),
  ]).optional().describe('who calls: the gateway sends a token of its local issuer, or signs the request'),
};

export function linesOf(byName: Readonly<Record<string, string>> | undefined): PlayRequest['headers'] {
  return byName === undefined ? undefined : Object.entries(byName).map(([name, value]) => ({ name, value }));
}

interface Chosen {
  readonly api?: string | undefined;
  readonly stage?: string | undefined;
}

/** The API and the stage that are meant. @throws API_NOT_CHOSEN, STAGE_NOT_CHOSEN, API_UNKNOWN */
export async function chosenApi(choice: Chosen, dashboard: DashboardApi): Promise<Pick<PlayRequest, 'api' | 'stage'>> {
  const { apis } = await dashboard.get<DashboardState>('/api/state');
  const names = apis.map(({ name }) => name).join(', ');
  const api = choice.api === undefined ? apis[0] : apis.find(({ name }) => name === choice.api);
  if (api === undefined) throw new GatewayError('API_UNKNOWN', { name: choice.api ?? '', known: names });
  if (choice.api === undefined && apis.length > 1) throw new GatewayError('API_NOT_CHOSEN', { names });
  const stages = api.stages.map(({ name }) => name);
  const stage = choice.stage ?? (stages.length === 1 ? stages[0] : stages.find((name) => name === 'prod'));
  if (stage === undefined) throw new GatewayError('STAGE_NOT_CHOSEN', { names: stages.join(', ') });
  return { api: api.name, stage };
}
