import * as z from 'zod';

/*
 * Answers and requests of the dashboard's API (`/api/` of the management port): protocol.ts has the types, /api/openapi.json the
 * JSON schemas. Times are ms since 1970 of the gateway's clock, durations are ms. Loaded when the document is asked for.
 */

const texts = z.record(z.string(), z.string());

const headerLine = z.object({ name: z.string(), value: z.string() }).describe('a header, as it was sent; names may repeat');

const throttle = z.object({ rateLimit: z.number(), burstLimit: z.number() });

const parameter = z.object({ in: z.enum(['path', 'query', 'header']), name: z.string(), required: z.boolean() });

const authorizer = z.object({
  name: z.string().optional().describe('missing with AWS_IAM'),
  type: z.string(),
  sources: z.array(z.object({ in: z.enum(['query', 'header']), name: z.string() })).describe('where requests carry the identity of the caller'),
  scopes: z.array(z.string()).describe('an access token must have one of them; an ID token is expected if there are none'),
  identity: z.enum(['token', 'credential']).optional()
    .describe('what POST /api/requests can identify the caller with: a token of the local issuer, or a signature with one of the credentials'),
}).describe('who decides about callers, and how they identify themselves');

const route = z.object({
  method: z.string(),
  path: z.string().describe('/pets/{petId}'),
  integration: z.string().describe('the kind: proxy, mapped, mock, http, http-proxy, service; cors for preflights that the gateway answers'),
  integrationLabel: z.string().describe('proxy Pets'),
  authorizer: authorizer.optional(),
  apiKeyRequired: z.boolean(),
  validator: z.string().optional().describe('what its validator checks: body, parameters, body and parameters'),
  throttle: throttle.optional().describe('the stage\'s limit of the method'),
  function: z.string().optional().describe('the function that it calls'),
  isNew: z.boolean().describe('whether the last build that changed the definition has added or changed it'),
  unavailable: z.string().optional().describe('why its requests cannot be served here'),
  parameters: z.array(parameter),
  bodyExample: z.string().optional().describe('JSON text that fits the model of the request\'s body'),
  models: z.record(z.string(), z.unknown()).describe('JSON schemas of the request\'s body, by media type'),
});

const stage = z.object({
  name: z.string(),
  url: z.string().describe('what paths of routes are appended to; empty if no base path leads to the stage'),
  fingerprint: z.string(),
  source: z.enum(['assembly', 'state']).describe('assembly: as synthesized; state: as deployed'),
  variables: texts,
  routes: z.array(route).describe('ordered by path and method'),
});

const apiKey = z.object({
  name: z.string().describe('as in the definition: the id of the key'),
  value: z.string().optional().describe('masked to its last characters, unless secrets are asked for; missing if the key has none here'),
  enabled: z.boolean(),
  plans: z.array(z.string()).describe('names of its usage plans'),
  stages: z.array(z.string()).describe('names of the stages that its usage plans give access to'),
});

const api = z.object({
  name: z.string(),
  apiId: z.string(),
  url: z.string().describe('http://127.0.0.1:3000; requests go to {url}/{stage}/{path}'),
  stages: z.array(stage),
  keys: z.array(apiKey),
  credentials: z.array(z.string()).describe('access keys of the credentials that may sign requests'),
  functions: z.array(z.string()).describe('names of the functions, sorted'),
  keepsConnections: z.boolean().describe('whether it is a WebSocket API'),
});

const build = z.object({
  status: z.enum(['ok', 'building', 'failed']),
  message: z.string().optional().describe('what failed: one line for each problem'),
  frame: z.string().optional().describe('the source around the first problem'),
  changes: z.array(z.string()).describe('lines such as "+ GET /pets/{petId} → proxy Pets", of the last build that changed the definition, then the effect on callers of all since the start'),
  at: z.number().describe('of the system\'s clock'),
}).describe('what dev has built last; with serve always ok');

const clock = z.object({ offsetMs: z.number().describe('how far it is ahead of the system\'s'), now: z.number() }).describe('the gateway\'s clock');

const state = z.object({
  version: z.string().describe('of synthgate'),
  startedAt: z.number().describe('of the system\'s clock'),
  mode: z.enum(['dev', 'serve']),
  hasReference: z.boolean().optional().describe('whether /reference?api=<name> renders references'),
  build, clock,
  apis: z.array(api),
});

const line = z.object({
  id: z.string().describe('its request id: x-amzn-requestid of the response'),
  at: z.number(),
  api: z.string(),
  stage: z.string(),
  method: z.string(),
  path: z.string().describe('without the stage, as sent: /pets/7'),
  query: z.string().describe('without "?"; empty if there is none'),
  status: z.number(),
  ms: z.number(),
  route: z.string().optional().describe('/pets/{petId}, if there is a route'),
  code: z.string().optional().describe('the error of the catalog, if the gateway answered itself'),
  function: z.string().optional(),
  stoppedAt: z.string().optional().describe('name of the step that ended it'),
  isBlockedByCors: z.boolean().optional().describe('whether a browser would keep the answer from its page'),
  replayOf: z.string().optional().describe('id of the request that it repeats'),
});
const summary = line.extend({ why: z.string().optional().describe('the sentence of RequestRecord.why') }).describe('one request in short');

const list = z.object({
  items: z.array(summary),
  next: z.string().optional().describe('pass it as "before" for the older ones; missing with the last'),
  kept: z.number(),
  dropped: z.number().describe('how many older ones were dropped since the start or the last clear'),
});

const message = z.object({
  headers: z.array(headerLine),
  body: z.string().describe('text, or base64 if it is not UTF-8'),
  isBase64: z.boolean(),
  bodyBytes: z.number(),
  bodyTruncated: z.boolean().describe('whether the body is only the beginning: the first 256 kB are kept'),
});

const recordedText = z.object({ text: z.string(), truncated: z.boolean() });

const step = z.object({
  name: z.enum([
    'route', 'policy', 'authorizer', 'key', 'throttle', 'quota', 'decompression', 'validation', 'cache',
    'request template', 'function', 'integration', 'response template', 'preflight', 'response',
  ]),
  status: z.enum(['passed', 'stopped', 'skipped']).describe('stopped: it ended the request, with an error or with the answer'),
  ms: z.number().describe('0 if it was skipped'),
  detail: z.string().optional().describe('"key Student", "5 of 5 a day of plan Free", "hit"'),
});

const why = z.object({
  code: z.string(),
  sentence: z.string().describe('the cause'),
  fix: z.string().optional().describe('what to do'),
  nearest: z.string().optional().describe('the route that was probably meant: GET /pets'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe('what the sentence is made of'),
}).describe('why the gateway gave this answer itself');

const templateContext = z.object({
  headers: texts.optional(),
  query: texts.optional(),
  pathParameters: texts.optional(),
  stageVariables: texts.optional(),
  context: z.record(z.string(), z.unknown()).optional().describe('members of $context by dotted names'),
  method: z.string().optional(),
  resource: z.string().optional(),
}).describe('what a template reads besides the body');

const template = z.object({
  place: z.enum(['request', 'response']),
  mediaType: z.string().describe('application/json'),
  template: z.string(),
  input: z.string().describe('what $input.body was'),
  output: z.string(),
  context: templateContext.describe('everything else that renders it again: pass it to POST /api/template'),
});

const consoleLine = z.object({ at: z.number(), level: z.enum(['stdout', 'stderr']), functionName: z.string(), text: z.string() });

const cors = z.object({
  origin: z.string(),
  ok: z.boolean().describe('whether the browser is satisfied'),
  problems: z.array(z.string()).describe('one sentence each, the first is the one that the browser would report'),
  fix: z.string().optional(),
}).describe('why a browser would keep an answer from its page, or not send the request at all');

const caller = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('function'), principalId: z.string(), context: texts,
    usageIdentifierKey: z.string().optional().describe('the API key that the authorizer named'),
  }).describe('what an authorizer function returned'),
  z.object({ type: z.literal('claims'), claims: texts }).describe('claims of a token'),
  z.object({ type: z.literal('iam'), accessKey: z.string(), accountId: z.string(), userId: z.string(), userArn: z.string() }).describe('who signed the request'),
]);

const record = line.extend({
  traceId: z.string().optional().describe('its trace as in traceparent, 32 hexadecimal digits; missing if the client sent another form'),
  deployment: z.object({ id: z.string(), fingerprint: z.string(), isCanary: z.boolean().optional() }).nullable(),
  request: message.extend({ url: z.string(), protocol: z.string(), sourceIp: z.string() }),
  response: message.extend({ isStreamed: z.boolean() }),
  steps: z.array(step).describe('in the order in which they run; those that the method does not need are missing'),
  why: why.optional(),
  apiKey: z.string().optional().describe('name of the API key that was accepted'),
  caller: caller.optional().describe('who called, once an authorizer has said so'),
  event: recordedText.optional().describe('JSON text of the function\'s event, and what is sent to other integrations'),
  result: recordedText.optional().describe('what the function or the backend answered'),
  templates: z.array(template),
  console: z.array(consoleLine).describe('what the functions wrote during this request'),
  executionLog: z.array(z.string()).describe('lines of the execution log, as CloudWatch has them'),
  instance: z.object({ id: z.string(), cold: z.boolean() }).optional().describe('the instance of the function that answered'),
  cors: cors.optional(),
}).describe('everything about a request; secrets are masked unless ?secrets=1');

const difference = z.object({
  what: z.string().describe('"status", "header content-type", "body", "body /pets/0/name"'),
  before: z.string().optional(),
  after: z.string().optional(),
});

const replayed = z.object({
  record,
  differences: z.array(difference).describe('empty if the answer is the same, apart from what differs each time: request ids, traces, dates'),
});

const limits = z.object({
  keys: z.array(z.object({
    api: z.string(), key: z.string(), plan: z.string(),
    throttle: throttle.extend({ bucket: z.string().describe('name of its bucket, which buckets has once it was used'), tokens: z.number().describe('requests that may pass now') }).optional(),
    quota: z.object({ limit: z.number(), used: z.number(), period: z.string(), nextAt: z.number() }).optional(),
  })),
  buckets: z.array(throttle.extend({ name: z.string(), tokens: z.number().describe('requests that may pass now') })).describe('those that were used, of keys, methods and the account'),
  caches: z.array(z.object({ api: z.string(), stage: z.string(), entries: z.number(), bytes: z.number() })),
});

const rendered = z.union([
  z.object({ output: z.string(), overrides: z.record(z.string(), z.unknown()) }),
  z.object({ error: z.string() }).describe('the template cannot be rendered'),
]);

const frame = z.object({
  at: z.number(),
  from: z.enum(['client', 'gateway']),
  text: z.string().describe('the first 16,384 characters'),
  bytes: z.number(),
  isTruncated: z.boolean(),
  requestId: z.string().optional().describe('of the request that a message of the client is; GET /api/requests/{id} has it'),
  route: z.string().optional().describe('key of the route that a message of the client chose, or that answers; missing for what was posted'),
  function: z.string().optional(),
  status: z.number().optional().describe('of the answer of the route; missing while it runs'),
  code: z.string().optional().describe('the error of the catalog, if the gateway answered itself'),
});

const connection = z.object({
  id: z.string().describe('connectionId of its events'),
  api: z.string(),
  stage: z.string(),
  connectedAt: z.number(),
  sourceIp: z.string(),
  userAgent: z.string().optional(),
  requestId: z.string().describe('of its handshake'),
  function: z.string().optional().describe('the function of $connect'),
  isOwn: z.boolean().describe('whether the dashboard is its client'),
  frameCount: z.number().describe('messages and answers since it opened'),
  droppedFrames: z.number().describe('how many of them are not kept any more'),
  closed: z.object({ at: z.number(), code: z.number(), reason: z.string(), requestId: z.string() }).optional().describe('missing while it is open'),
}).describe('a connection of a WebSocket API in short');
const connectionRecord = connection.extend({ frames: z.array(frame).describe('oldest first') }).describe('a connection with what was said over it');
const connections = z.object({ items: z.array(connection).describe('the last 200, newest first') });
const connected = z.object({
  requestId: z.string().describe('of the handshake'),
  connection: z.string().optional().describe('its id; missing if the handshake was refused'),
});

const moment = z.object({ at: z.number() });
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('request'), data: summary }).describe('a request was answered; sent again if it turns out to be a replay'),
  z.object({ type: z.literal('build'), data: build }),
  z.object({ type: z.literal('reload'), data: moment }).describe('something else is served: read /api/state again'),
  z.object({ type: z.literal('cleared'), data: moment }),
  z.object({ type: z.literal('restored'), data: moment }).describe('a clear was undone: read /api/requests again'),
  z.object({ type: z.literal('clock'), data: clock }),
  z.object({ type: z.literal('connection'), data: connection }).describe('a connection opened, sent or received something, or closed'),
]).describe('of the event stream: "type" is its event, "data" its data');

const error = z.object({
  message: z.string(),
  code: z.string().describe('of the catalog'),
  help: z.string().optional().describe('what to do'),
});

const issuedToken = z.object({ token: z.string().describe('a JWT, signed by the local issuer') });

/** Schemas by the names of their types, which operations refer to. */
export const ANSWERS = {
  HeaderLine: headerLine, ThrottleState: throttle, ParameterState: parameter, RouteState: route, StageState: stage,
  KeyState: apiKey, ApiState: api,
  BuildState: build, ClockState: clock, DashboardState: state,
  RequestSummary: summary, RequestList: list, MessageRecord: message, RecordedText: recordedText, StepRecord: step, Why: why,
  TemplateContext: templateContext, TemplateRecord: template, ConsoleLine: consoleLine,
  CorsDiagnosis: cors, CallerRecord: caller, RequestRecord: record,
  Difference: difference, ReplayResult: replayed, LimitsState: limits, TemplateResult: rendered, IssuedToken: issuedToken,
  FrameRecord: frame, ConnectionSummary: connection, ConnectionRecord: connectionRecord,
  ConnectionList: connections, ConnectResult: connected,
  DashboardEvent: event, DashboardError: error,
} as const;
