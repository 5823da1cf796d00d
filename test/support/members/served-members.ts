import { gunzipSync } from 'node:zlib';
import { serve, type AccessLogEntry, type LogEntry, type Serving } from 'synthgate/runtime';
import type { GatewaySpecInput } from '../../../lib/spec';
import { fingerprintOf, writeAssembly } from '../assembly';
import { CREDENTIAL, sign, type TestIssuer } from '../authorizers';
import { exchange, isSimple, simple, UNUSUAL, type RequestOptions } from './raw-request';
import { newDirectory } from '../temporary-directory';

/** A part of a definition that is laid over another; lists are replaced. */
export type Patch = Readonly<Record<string, unknown>>;

/** The outcomes of all requests: answers and log lines, without ids and ports. */
export type Outcomes = readonly unknown[];

const AT = Date.UTC(2025, 10, 21, 0, 18, 3);
export const KEY = 'a-key-of-twenty-characters';
/** Stands for the fingerprint of the deployment that a copy makes. */
export const OWN_FINGERPRINT = 'f'.repeat(64);

const CODE = `
const policy = (event) => ({
  principalId: 'user-1', context: { tenant: 'blue' }, usageIdentifierKey: '${KEY}',
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Resource: '*',
    Effect: (event.authorizationToken ?? event.headers.Authorization) === 'allow' ? 'Allow' : 'Deny' }] },
});
const echo = (event) => ({ statusCode: 200, headers: { 'X-Own': 'yes' }, body: JSON.stringify(event) });
const stream = async (event, output) => {
  const body = awslambda.HttpResponseStream.from(output, { statusCode: 200, headers: { 'X-Own': 'streamed' } });
  body.write('first, ');
  body.end(JSON.stringify(event.queryStringParameters));
};
exports.handler = process.env.ROLE === 'stream' ? awslambda.streamifyResponse(stream) : async (event) => (process.env.ROLE === 'auth' ? policy(event) : echo(event));
`;

const code = (ROLE: string) => ({ code: 'pets', handler: 'index.handler', environment: { ROLE } });
const METHOD = { integration: { type: 'proxy', function: 'Echo' } };

/** One resource, two methods, nothing that refuses anybody. */
function openDefinition(issuer: string): Patch {
  return {
    format: 'synthgate/1',
    api: { endpointType: 'REGIONAL' },
    functions: { Echo: code('echo'), Auth: code('auth'), Stream: code('stream') },
    models: { Pet: { schema: { type: 'object', required: ['a'] } } },
    requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
    authorizers: {
      Token: { type: 'token', function: 'Auth', resultsCacheTtlSeconds: 0 },
      Request: { type: 'request', function: 'Auth', identitySources: ['method.request.header.Authorization'], resultsCacheTtlSeconds: 0 },
      Pool: { type: 'cognito-user-pools', userPools: [{ issuer }] },
      Jwt: { type: 'jwt', issuer, audience: ['pets'] },
    },
    resources: { '/pets/{id}': { id: 'pet', methods: { GET: METHOD, POST: METHOD } } },
    stages: { prod: {} },
    apiKeys: { Key: { value: KEY } },
    usagePlans: { Plan: { keys: ['Key'], stages: { prod: {} } } },
  };
}

/** One API of the definition, and the requests sent to it. */
interface Copy {
  readonly id: string;
  readonly isUnusual: boolean;
  readonly patches: readonly Patch[];
}

/** All copies of all cases, served by one gateway. */
export class ServedMembers {
  readonly #copies: Copy[] = [];
  readonly #log: LogEntry[] = [];
  readonly #accessLog: AccessLogEntry[] = [];
  readonly #issuer: TestIssuer;
  readonly #outcomes = new Map<string, Promise<Outcomes>>();
  #serving: Serving | undefined;
  #elapsedMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  public constructor(issuer: TestIssuer) {
    this.#issuer = issuer;
  }

  /** @returns the id of a copy with these patches, the last one on top */
  public add(isUnusual: boolean, ...patches: readonly Patch[]): string {
    const id = `api${1_000 + this.#copies.length}`;
    this.#copies.push({ id, isUnusual, patches });
    return id;
  }

  public async start(): Promise<void> {
    const specs = this.#copies.map(({ id, patches }) => definitionOf(id, [openDefinition(this.#issuer.url), ...patches]));
    const source = writeAssembly(newDirectory(), specs, CODE);
    this.#serving = await serve({
      source, port: 0, watch: false, credentials: [CREDENTIAL],
      log: (entry) => this.#log.push(entry), accessLog: (entry) => this.#accessLog.push(entry),
      now: () => AT, monotonicNow: () => this.#elapsedMs,
      accountLimit: { rateLimit: Infinity, burstLimit: Infinity }, shutdownTimeoutMs: 1_000,
    });
  }

  public close(): Promise<void> | undefined {
    return this.#serving?.close();
  }

  /** The outcomes of the requests, sent once to each copy. */
  public outcomesOf(id: string): Promise<Outcomes> {
    const known = this.#outcomes.get(id) ?? this.#last.then(() => this.#send(id));
    this.#last = known.catch(() => undefined);
    this.#outcomes.set(id, known);
    return known;
  }

  async #send(id: string): Promise<Outcomes> {
    const served = this.#serving?.apis.find(({ apiId }) => apiId === id);
    const copy = this.#copies.find((one) => one.id === id);
    if (served === undefined || copy === undefined) throw new Error(`${id} is not served`);
    const port = Number(new URL(served.url).port);
    const outcomes: unknown[] = [];
    this.#elapsedMs += 1_000_000;
    for (const [index, request] of (await requests(this.#issuer)).entries()) {
      this.#elapsedMs += 1_000;
      this.#log.length = 0;
      this.#accessLog.length = 0;
      const bytes = (copy.isUnusual ? UNUSUAL[index % UNUSUAL.length] : simple)(request);
      if (isSimple(bytes) === copy.isUnusual) throw new Error(`the head is of the other kind: ${bytes}`);
      const { status, headers, body } = await exchange(port, bytes);
      const isPacked = headers.includes('content-encoding: gzip');
      const answer = {
        request: `${request.method} ${request.target}`, status, body: isPacked ? gunzipSync(Buffer.from(body, 'latin1')).toString('latin1') : body,
        // the ids in a packed body make its length
        headers: headers.filter((line) => !/^date: /.test(line) && !(isPacked && /^content-length: /.test(line))),
      };
      const entries = this.#log.map(({ requestId: _, fields, ...entry }) => ({ ...entry, fields: isPacked ? { ...fields, responseBytes: 'packed' } : fields }));
      outcomes.push(neutral({ ...answer, entries, lines: this.#accessLog.map(({ line }) => line) }, id, port));
    }
    return outcomes;
  }
}

/** All kinds of callers and bodies, each twice, so that limits and caches show. */
async function requests(issuer: TestIssuer): Promise<readonly RequestOptions[]> {
  const signed = sign({ path: '/prod/pets/7?a=1' }, { at: AT }).headers ?? {};
  const token = await issuer.token();
  const get = { method: 'GET', target: '/prod/pets/7?a=1' };
  const post = { method: 'POST', target: '/prod/pets/7?q=1' };
  const json = { 'Content-Type': 'application/json' };
  const once: readonly RequestOptions[] = [
    { ...get, headers: { 'Accept': 'image/png', 'Accept-Encoding': 'gzip', 'Origin': 'https://a.test' } },
    { ...get, target: '/prod/pets/7?a=2', headers: { 'X-Api-Key': KEY, 'Authorization': 'allow', 'Cache-Control': 'max-age=0', 'User-Agent': 'Mozilla' } },
    { ...get, headers: { Authorization: signed.Authorization ?? '', 'X-Amz-Date': signed['X-Amz-Date'] ?? '' } },
    { ...get, headers: { 'Authorization': token, 'X-Api-Key': KEY } },
    { ...post, headers: { ...json, 'Authorization': 'allow', 'X-Api-Key': KEY }, body: '{"a":1}' },
    { ...post, target: '/prod/pets/7', headers: { ...json, Authorization: 'deny' }, body: '{"b":1}' },
    { ...post, headers: { 'Content-Type': 'image/png', 'Authorization': token }, body: '\u00ff\u0000' },
    { method: 'OPTIONS', target: '/prod/pets/7', headers: { 'Origin': 'https://b.test', 'Access-Control-Request-Method': 'GET' } },
    { method: 'GET', target: '/prod/none' },
    { ...get, headers: { Authorization: 'allow' } },
    { ...post, headers: { ...json, Authorization: 'allow' }, body: 'a=1' },
  ];
  return [...once, ...once];
}

/** Without what is of this copy or this request only. */
function neutral(outcome: unknown, id: string, port: number): unknown {
  const text = JSON.stringify(outcome)
    .replaceAll(id, 'API')
    .replace(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'UUID')
    .replace(/[\da-f]{8}-[\da-f]{24}(?:;Parent=[\da-f]{16})?/g, 'TRACE')
    .replace(/[\w-]{54}==/g, 'EDGE').replace(/[\da-f]{32}\.\w+\.net/g, 'EDGE.net')
    .replace(/(?<=extendedRequestId\\*":\\*"|apigw-id: |Extended Request Id: )[\w-]{15}=/g, 'EXTENDED')
    .replace(/deploymentId\\*":\\*"\w+/g, 'deploymentId')
    .replace(/[\w-]{0,60} \[TRUNCATED\]/g, ' [TRUNCATED]') // the cut may fall inside an id
    .replaceAll(new RegExp(`(?<!\\d)${port}(?!\\d)`, 'g'), 'PORT');
  return JSON.parse(text);
}

function definitionOf(id: string, patches: readonly Patch[]): GatewaySpecInput {
  // written to an assembly, whose reader checks it
  const spec = [...patches, { api: { id, name: id } }].reduce(laidOver) as unknown as GatewaySpecInput;
  // a plan of one name counts for all APIs together
  const text = JSON.stringify(spec).replaceAll('"Plan"', `"Plan of ${id}"`);
  const named = JSON.parse(text) as GatewaySpecInput; // as it was
  return text.includes(OWN_FINGERPRINT) ? JSON.parse(text.replaceAll(OWN_FINGERPRINT, fingerprintOf(named))) as GatewaySpecInput : named;
}

function laidOver(under: Patch, over: Patch): Patch {
  const merged: Record<string, unknown> = { ...under };
  for (const [member, value] of Object.entries(over)) {
    const known = merged[member];
    const isKind = isObject(value) && 'type' in value && isObject(known) && known.type !== value.type;
    merged[member] = isObject(known) && isObject(value) && !isKind ? laidOver(known, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
