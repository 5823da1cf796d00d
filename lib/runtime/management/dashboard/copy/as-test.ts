import { isDeeperThan, MAX_READ_LEVELS } from '../../../../spec';
import type { HeaderLine, RequestRecord } from '../../../inspection/protocol';
import type { TestProject, TestRunner } from '../../../inspection/dashboard';
import type { CopiedRequest } from './copied-request';
import { testIdentity, type TestIdentity } from './test-identity';

/** Headers of the answer that a test holds; others are the gateway's own, or differ each time. */
const HELD = new Set(['content-type', 'location', 'cache-control', 'access-control-allow-origin']);

/** Their answers have a hash of the Authorization header. */
const SAYS_HEADER = new Set(['SIGNATURE_INCOMPLETE', 'AUTHORIZATION_HEADER_INVALID']);

/** A test for the project's runner that repeats the request at the same time, with stubs that answer as the functions did. */
export function asTest(record: RequestRecord, copied: CopiedRequest): string {
  const { method, status, route, path, at, api } = record;
  const stubs = [...authorizerStub(record, copied), ...functionStub(record)];
  const identity = testIdentity(record, copied);
  const imports = ['createTestGateway', ...(stubs.some((stub) => stub.includes('FunctionFault.')) ? ['FunctionFault'] : [])];
  // a stub that uses the gateway hides its type from the compiler
  const isTyped = stubs.some((stub) => stub.includes('gateway.'));
  const why = record.why === undefined ? [] : [`  // ${record.why.code}: ${oneLine(record.why.sentence)}`];
  const comment = record.result !== undefined && record.function === undefined ? ['  // the backend of this method is called for real'] : [];
  const subject = subjectOf(copied.project);
  const { imports: ofRunner, equal } = TEST_SYNTAX[copied.project.runner];
  return [
    ...ofRunner,
    `import { ${[...imports, ...(isTyped ? ['type TestGateway'] : [])].join(', ')} } from 'synthgate/testing';`,
    ...subject.imports,
    '',
    `test(${JSON.stringify(`${method} ${route ?? path} answers ${status}`)}, async () => {`,
    ...subject.comment,
    `  const gateway${isTyped ? ': TestGateway' : ''} = await createTestGateway(${subject.expression}, {`,
    `    api: ${JSON.stringify(api)},`,
    `    now: ${at}, // ${new Date(at).toISOString()}`,
    ...identity.options.map((option) => `    ${option}`),
    ...(stubs.length === 0 ? [] : ['    functions: {', ...stubs.map((stub) => `      ${stub},`), '    },']),
    '  });',
    '  try {',
    ...identity.statements.map((statement) => `    ${statement}`),
    `    const send = () => gateway.${identity.call}(${JSON.stringify(identity.url)}, ${initOf(record, identity)});`,
    ...warmUp(record).map((line) => `    ${line}`),
    '    const response = await send();',
    ...[...why, ...comment].map((line) => `  ${line}`),
    `    ${equal('response.status', String(status))}`,
    ...expectations(record, copied).map((line) => `    ${line}`),
    '  } finally {',
    '    await gateway.close();',
    '  }',
    '});', '',
  ].join('\n');
}

/** Names that the test has already. */
const TAKEN = new Set(['createTestGateway', 'FunctionFault', 'TestGateway', 'gateway', 'send', 'response', 'token', 'id', 'used', 'test', 'expect', 'assert']);

function subjectOf({ exported, source }: TestProject) {
  if (exported === undefined) {
    const comment = /\.out$/.test(source) ? ['  // the assembly that synthgate synth writes; an exported Api, App or stack will do as well'] : [];
    return { imports: [], comment, expression: JSON.stringify(source) };
  }
  const { module, name } = exported;
  const expression = TAKEN.has(name) ? 'definition' : name;
  const specifier = expression === name ? name : `${name} as ${expression}`;
  return { imports: [`import { ${specifier} } from '${module}';`], comment: [], expression };
}

function initOf({ method, request }: RequestRecord, identity: TestIdentity): string {
  const headers = identity.headers.map(([name, value]) => `[${JSON.stringify(name)}, ${value}]`);
  const body = request.isBase64 ? `Buffer.from(${JSON.stringify(request.body)}, 'base64')` : JSON.stringify(request.body);
  const members = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length === 0 ? [] : [`headers: [${headers.join(', ')}]`]),
    ...(request.body === '' ? [] : [`body: ${body}`]),
  ];
  return `{ ${members.join(', ')} }`;
}

/** A limit is reached by requests before this one; the clock stands still. */
function warmUp({ why }: RequestRecord): string[] {
  const LIMITED: Readonly<Record<string, string>> = { RATE_EXCEEDED: 'burst', QUOTA_EXCEEDED: 'limit' };
  const count = why?.details[LIMITED[why.code] ?? ''];
  return count === undefined ? [] : [`for (let used = 0; used < ${count}; used += 1) await send(); // ${oneLine(why?.sentence ?? '')}`];
}

function expectations(record: RequestRecord, { hidesSecrets, project }: CopiedRequest): string[] {
  const { response, status } = record;
  const { equal, deepEqual } = TEST_SYNTAX[project.runner];
  const headers = response.headers.filter(({ name }) => HELD.has(name.toLowerCase()));
  const held = headers.map(({ name, value }: HeaderLine) => equal(`response.headers.get(${JSON.stringify(name.toLowerCase())})`, JSON.stringify(value)));
  const isOfSecret = hidesSecrets && record.why !== undefined && SAYS_HEADER.has(record.why.code);
  if (response.isBase64 || response.bodyTruncated || status === 304 || isOfSecret) return held;
  const json = isJsonText(response.body);
  const expected = json ? indented(response.body) : JSON.stringify(response.body);
  const isNew = hasNewId(record);
  const wanted = isNew ? expected.replaceAll(record.id, '" + id + "') : expected;
  return [
    ...held,
    ...(isNew ? [`const id = response.headers.get(${JSON.stringify(idHeader(record))});`] : []),
    json ? deepEqual('await response.json()', wanted) : equal('await response.text()', wanted),
  ];
}

/** The gateway wrote the id of the request into its answer, as a template may: it is another one each time. */
function hasNewId(record: RequestRecord): boolean {
  const { id, response, result } = record;
  return response.body.includes(id) && result?.text.includes(id) !== true && idHeader(record) !== undefined;
}

function idHeader({ id, response }: RequestRecord): string | undefined {
  return response.headers.find(({ value }) => value === id)?.name.toLowerCase();
}

/** Stubs that end a call without a result, by the code of the error that they repeat. */
const FAULTS: Readonly<Record<string, string>> = {
  FUNCTION_TIMEOUT: 'FunctionFault.timeout()', INTEGRATION_TIMEOUT: 'FunctionFault.timeout()', FUNCTION_THROTTLED: 'FunctionFault.throttled()',
  FUNCTION_CRASHED: 'FunctionFault.crash()', FUNCTION_OUT_OF_MEMORY: 'FunctionFault.outOfMemory()', FUNCTION_INIT_FAILED: 'FunctionFault.crash()', FUNCTION_RUNTIME_MISSING: 'FunctionFault.crash()', FUNCTION_DEPENDENCIES_MISSING: 'FunctionFault.crash()',
};

function functionStub({ function: name, why, result, response }: RequestRecord): string[] {
  if (name === undefined) return [];
  const key = JSON.stringify(name);
  const fault = why === undefined ? undefined : FAULTS[why.code];
  if (fault !== undefined) return [`${key}: ${fault}`];
  if (result === undefined) return [`${key}: ${why === undefined ? proxyResult(response) : 'null'}`];
  const error = errorOf(result.text);
  if (error !== undefined) return [`${key}: () => { throw Object.assign(new Error(${JSON.stringify(error.errorMessage)}), { name: ${JSON.stringify(error.errorType)} }); }`];
  return [`${key}: () => (${isJsonText(result.text) ? indented(result.text) : JSON.stringify(result.text)})`];
}

/** A response from the cache: the function that made it answered so. */
function proxyResult({ body, headers, isBase64 }: RequestRecord['response']): string {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return JSON.stringify({ statusCode: 200, ...(type === undefined ? {} : { headers: { 'Content-Type': type } }), body, isBase64Encoded: isBase64 });
}

/** An error as Lambda reports it. */
function errorOf(text: string): { readonly errorMessage: string; readonly errorType: string } | undefined {
  const value = isJsonText(text) ? JSON.parse(text) as unknown : undefined;
  if (typeof value !== 'object' || value === null || !('errorMessage' in value) || !('errorType' in value) || !('trace' in value)) return undefined;
  return { errorMessage: String(value.errorMessage), errorType: String(value.errorType) };
}

/** The authorizer's function decided what the record says. */
function authorizerStub({ why, steps, caller, apiKey }: RequestRecord, { authorizerFunction }: CopiedRequest): string[] {
  const decided = steps.find(({ name }) => name === 'authorizer');
  if (authorizerFunction === undefined || decided === undefined || decided.status === 'skipped') return [];
  const key = JSON.stringify(authorizerFunction);
  if (why?.code === 'AUTHORIZER_UNAUTHORIZED') return [`${key}: () => { throw new Error('Unauthorized'); }`];
  if (why?.code === 'AUTHORIZER_CALL_FAILED' || why?.code === 'AUTHORIZER_RESULT_INVALID') return [`${key}: null`];
  const effect = why?.code === 'AUTHORIZER_DENIED' ? 'Deny' : 'Allow';
  const resource = why?.code === 'AUTHORIZER_NOT_ALLOWED' ? 'arn:aws:execute-api:*:*:none/*' : '*';
  const statement = { Action: 'execute-api:Invoke', Effect: effect, Resource: resource };
  const { principalId, context, usageIdentifierKey } = caller?.type === 'function' ? caller : { principalId: 'user', context: {}, usageIdentifierKey: undefined };
  const named = apiKey === undefined ? usageIdentifierKey && JSON.stringify(usageIdentifierKey) : `gateway.apiKey(${JSON.stringify(apiKey)})`;
  const members = [
    `principalId: ${JSON.stringify(principalId)}`,
    `policyDocument: ${JSON.stringify({ Version: '2012-10-17', Statement: [statement] })}`,
    ...(Object.keys(context).length === 0 ? [] : [`context: ${JSON.stringify(context)}`]),
    ...(usageIdentifierKey === undefined ? [] : [`usageIdentifierKey: ${named}`]),
  ];
  return [`${key}: () => ({ ${members.join(', ')} })`];
}

/** A text that is nested deeper is copied as it is. */
function isJsonText(text: string): boolean {
  try {
    return !isDeeperThan(JSON.parse(text), MAX_READ_LEVELS);
  } catch {
    return false; // another text
  }
}

/** JSON is an expression of JavaScript, too. */
function indented(text: string): string {
  return JSON.stringify(JSON.parse(text), undefined, 2).replaceAll('\n', '\n      ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** How tests of a runner are written. */
interface TestSyntax {
  readonly imports: readonly string[];
  /** A statement that holds two expressions equal: primitive values. */
  readonly equal: (actual: string, expected: string) => string;
  /** A statement that holds two expressions equal: JSON. */
  readonly deepEqual: (actual: string, expected: string) => string;
}

const EXPECT: Omit<TestSyntax, 'imports'> = {
  equal: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  deepEqual: (actual, expected) => `expect(${actual}).toEqual(${expected});`,
};

const TEST_SYNTAX: Readonly<Record<TestRunner, TestSyntax>> = {
  'jest': { imports: [], ...EXPECT },
  '@jest/globals': { imports: ["import { expect, test } from '@jest/globals';"], ...EXPECT },
  'vitest': { imports: ["import { expect, test } from 'vitest';"], ...EXPECT },
  'node:test': {
    imports: ["import assert from 'node:assert/strict';", "import test from 'node:test';"],
    equal: (actual, expected) => `assert.equal(${actual}, ${expected});`,
    deepEqual: (actual, expected) => `assert.deepEqual(${actual}, ${expected});`,
  },
};
