import * as z from 'zod';
import { GatewayError } from '../../../errors';
import { optional } from '../../inspection/optional';
import { withoutSecrets } from '../../inspection/secrets';
import type { CopyFormat, RequestRecord } from '../../inspection/protocol';
import type { DashboardPorts } from './dashboard-ports';
import { differencesOf } from './differences';
import { showsSecrets, withBody, type Answer, type Call, type Operation } from './operation';
import { playSchema } from './play-schema';
import { asCurl, asFetch, asHttp } from './copy/as-command';
import { asTest } from './copy/as-test';
import type { CopiedRequest } from './copy/copied-request';

/** A request as text to paste elsewhere. Hidden secrets are read from the environment there. */
const COPIES: Readonly<Record<CopyFormat, (record: RequestRecord, copied: CopiedRequest) => string>> = {
  curl: asCurl,
  fetch: asFetch,
  http: asHttp,
  test: asTest,
};

const COPY_FORMATS = Object.keys(COPIES);

const MOST_LISTED = 1_000;
const LISTED = 100;

const { api, stage, method, path } = playSchema.shape;
const overridesSchema = playSchema.extend({
  api: api.exactOptional(), stage: stage.exactOptional(), method: method.exactOptional(), path: path.exactOptional(),
});
const replaySchema = z.strictObject({ overrides: overridesSchema.optional() });

const SECRETS = { secrets: '1: with the values of secret headers, query parameters and keys, which are masked otherwise' };

export const REQUEST_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET', path: '/api/requests', summary: 'The last requests, newest first', answers: 'RequestList',
    query: { limit: `at most this many; default ${LISTED}`, before: 'only those older than the request of this id', filter: 'only those whose line contains this text', ...SECRETS },
    run: (call, { records }) => {
      const { query } = call;
      const limit = Math.min(MOST_LISTED, Math.max(1, Math.floor(Number(query.get('limit') ?? LISTED)) || LISTED));
      return { json: records.list({ limit, filter: query.get('filter') ?? '', showsSecrets: showsSecrets(call), ...optional('before', query.get('before')) }) };
    },
  },
  withBody(playSchema, { path: '/api/requests', summary: 'Send a request to the gateway', answers: 'RequestRecord', query: SECRETS },
    async (call, ports) => ({ status: 201, json: shown(keptRecord(await ports.play(call.body), ports), call) })),
  {
    method: 'DELETE', path: '/api/requests', summary: 'Clear the requests; the next clear forgets them', answers: 'nothing',
    run: (_, { records, now }) => {
      records.clear(now());
      return { status: 204 };
    },
  },
  {
    method: 'POST', path: '/api/requests/restore', summary: 'Undo the last clear, unless newer requests have taken the place', answers: 'RequestList',
    run: (_, { records, now }) => {
      records.restore(now());
      return { json: records.list({ limit: MOST_LISTED }) };
    },
  },
  {
    method: 'GET', path: '/api/requests/{id}', summary: 'Everything about a request, by its id or that of its trace', answers: 'RequestRecord', query: SECRETS,
    run: (call, ports) => {
      return { json: shown(keptRecord(call.id, ports), call) };
    },
  },
  withBody(replaySchema, { path: '/api/requests/{id}/replay', summary: 'Send a request again, with changes, and compare the answers', answers: 'ReplayResult', query: SECRETS }, replay),
  {
    method: 'GET', path: '/api/requests/{id}/as', summary: 'A request as a command, code or a test', answers: 'text/plain',
    query: { ...SECRETS, format: COPY_FORMATS.join(', ') },
    run: (call, ports) => {
      const record = keptRecord(call.id, ports);
      const format = COPY_FORMATS.find((candidate): candidate is CopyFormat => candidate === call.query.get('format'));
      if (format === undefined) {
        throw new GatewayError('DASHBOARD_CALL_INVALID', { target: '/api/requests/{id}/as', reason: `format is one of ${COPY_FORMATS.join(', ')}` });
      }
      requireWholeBody(record);
      return { text: COPIES[format](shown(record, call), { ...ports.surroundings(record), hidesSecrets: !showsSecrets(call), original: record }), mediaType: 'text/plain; charset=utf-8' };
    },
  },
];

async function replay(call: Call<z.output<typeof replaySchema>>, ports: DashboardPorts): Promise<Answer> {
  const before = keptRecord(call.id, ports);
  const { overrides = {} } = call.body;
  if (overrides.body === undefined) requireWholeBody(before);
  const id = await ports.play({ ...again(before, ports), ...overrides });
  ports.records.replayed(id, call.id);
  const record = keptRecord(id, ports);
  return { json: { record: shown(record, call), differences: differencesOf(shown(before, call), shown(record, call)) } };
}

/** A signature covers one body for some minutes, so requests signed with a credential of the gateway are signed again. */
function again(record: RequestRecord, { state }: DashboardPorts): z.output<typeof playSchema> {
  const { api, stage, method, path, query, request, caller } = record;
  const isSigned = caller?.type === 'iam' && request.headers.some(({ name }) => name.toLowerCase() === 'authorization');
  const known = state(false).apis.find(({ name }) => name === api)?.credentials ?? [];
  const credential = isSigned ? known.find((accessKey) => accessKey === caller.accessKey) : undefined;
  return {
    api, stage, method, path: `${path}${query === '' ? '' : `?${query}`}`, headers: request.headers, body: request.body, isBase64: request.isBase64,
    ...(credential === undefined ? {} : { identity: { credential } }),
  };
}

/** @throws REQUEST_NOT_RECORDED */
function keptRecord(id: string, { records }: DashboardPorts): RequestRecord {
  const record = records.get(id);
  if (record === undefined) throw new GatewayError('REQUEST_NOT_RECORDED', { id });
  return record;
}

/** @throws REQUEST_NOT_REPEATABLE */
function requireWholeBody({ id, request: { body, bodyTruncated, bodyBytes } }: RequestRecord): void {
  const reason = body === '' ? `its body of ${bodyBytes} bytes was refused before it was read` : `only the first 256 kB of its ${bodyBytes} bytes are kept`;
  if (bodyTruncated) throw new GatewayError('REQUEST_NOT_REPEATABLE', { id, reason });
}

function shown(record: RequestRecord, call: Call): RequestRecord {
  return showsSecrets(call) ? record : withoutSecrets(record);
}
