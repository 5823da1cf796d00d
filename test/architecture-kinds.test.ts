import { questionsAboutKinds } from './support/architecture/kinds';
import { typedLibrary, typeErrorsIn } from './support/architecture/program';
import { readLibraryFile } from './support/architecture/source';

/** Files of a single kind and tables of kinds, which ask for a kind, and why. Every other file is shared code. */
const OWN_FILES: Readonly<Record<string, string>> = {
  // a rule of a comparison names the kinds between which a change matters to callers
  'diff/preflight-mocks.ts': 'reads preflights that are mocks without authorization',
  'diff/rules/authorization.ts': 'compares kinds',
  'diff/rules/authorizers.ts': 'compares kinds',
  'diff/rules/caching.ts': 'compares kinds',
  'diff/rules/http-apis.ts': 'compares kinds',
  'diff/rules/integrations.ts': 'compares kinds',
  'diff/rules/mappings.ts': 'compares kinds',
  'diff/rules/policy.ts': 'beside AWS_IAM a policy means something else',
  'diff/rules/validation.ts': 'compares kinds',
  'diff/rules/web-sockets.ts': 'compares kinds',
  'aws/constructs/route-api-renderer.ts': 'refuses local issuers, which one kind has, JWT authorizers',
  'openapi/parts-left-out.ts': 'picks JWT authorizers with an address of keys out of all',
  'aws/lower/jwt.ts': 'lowers one kind, JWT authorizers, and picks them out of all',
  'aws/render/authorizers/index.ts': 'the table of the kinds that API Gateway has; others are refused before',
  'constructs/authorization-kinds.ts': 'the table of AuthorizationType; a value that is not in it is an error',
  'runtime/async-events/failed-events.ts': 'sends records to destinations of each kind; another kind does not compile there',
};

const SAMPLE = 'openapi/sample.ts';
const QUESTIONS = [
  "'uri' in integration", "'responses' in method.integration", "'function' in authorizer", "'reason' in { ...method.integration }",
  "authorizer.type === 'jwt'", "'proxy' !== method.integration.type", "method.integration?.type == 'mock'", "switch (integration.type) { case 'mock': }",
  "['proxy'].includes(method.integration.type)", 'Object.hasOwn(TABLE, anything.type)', '/^http/.test(integration.type)', "integration.type.startsWith('http')",
  "onFailure?.type === 'http'", "memberOf(integration, 'reason')", "Object.hasOwn(anything, 'audience')", "renamed === 'AWS_IAM'", 'type !== ONE', 'some === renamed',
  'AuthorizationType.IAM === declared', "describeIntegration(integration).awsType === 'MOCK'", "typed.type === 'jwt'", "[integration].some((one) => one.type === 'service')",
  '{ const { reason } = { reason: undefined, ...integration }; }', '(integration as { reason?: string }).reason',
];
const OTHERS = [
  "'problem' in reading", "reading.type === 'literal'", 'describeIntegration(integration).uri', 'TABLE[authorizer.type]', 'renamed === other.authorization.type',
  'authorizer.type === text', "memberOf(integration, 'type')", "text === 'jwt'", 'declared !== undefined', "'audience' in jwt", '({ ...integration, responses: [] })',
];
const BEFORE = `
  import { AuthorizationType } from '../constructs';
  import { describeIntegration, type AuthorizerOf, type AuthorizerSpec, type IntegrationSpec, type MethodSpec } from '../spec';
  import type { DestinationSpec } from '../spec/destination';
  declare const integration: IntegrationSpec, authorizer: AuthorizerSpec, method: MethodSpec, other: MethodSpec, onFailure: DestinationSpec | undefined;
  declare const anything: AuthorizerSpec, declared: AuthorizationType | undefined, text: string, jwt: AuthorizerOf<'jwt'>;
  declare const reading: { type: 'literal' | 'variable' } | { type: 'none', problem: string };
  declare const some: 'CUSTOM' | 'COGNITO_USER_POOLS';
  declare function memberOf(value: unknown, name: string): unknown;
  const TABLE: Record<string, 1> = {};
  const ONE = 'CUSTOM';
  const { authorization: { type, type: renamed } } = method;
  export function sample<Typed extends AuthorizerSpec>(typed: Typed): void {`;

const library = typedLibrary({ [SAMPLE]: `${BEFORE}\n${[...QUESTIONS, ...OTHERS].join(';\n')}\n}` });
const questions = questionsAboutKinds(library);
const lineOf = (statement: string): number => BEFORE.split('\n').length + 1 + [...QUESTIONS, ...OTHERS].indexOf(statement);

describe('kinds of integrations, authorizers, authorizations and destinations', () => {
  test('answer for themselves: shared code does not ask which one it has', () => {
    const shared = [...questions].filter(([file]) => file !== SAMPLE && !Object.hasOwn(OWN_FILES, file));
    expect(shared.flatMap(([, found]) => found)).toEqual([]);
  });

  test('ask in every file that may', () => {
    expect(Object.keys(OWN_FILES).filter((file) => !questions.has(file))).toEqual([]);
  });

  test.each(QUESTIONS)('a question is found, whatever its subject is called: %s', (statement) => {
    expect(questions.get(SAMPLE)?.filter((found) => found.startsWith(`lib/${SAMPLE}:${lineOf(statement)}:`))).toHaveLength(1);
  });

  test.each(OTHERS)('other questions are left alone: %s', (statement) => {
    expect(questions.get(SAMPLE)?.filter((found) => found.startsWith(`lib/${SAMPLE}:${lineOf(statement)}:`))).toEqual([]);
  });
});

/** Where a kind is added, and what is written there: the text before it, and the kind. */
const NEW_KINDS: readonly (readonly [file: string, at: string, added: string])[] = [
  ['constructs/authorization.ts', "  NONE = 'NONE',", " MTLS = 'MTLS',"],
  ['spec/authorization.ts', "  z.strictObject({ type: z.literal('AWS_IAM') }),", " z.strictObject({ type: z.literal('SAML') }),"],
  ['spec/authorizers/index.ts', '  tokenAuthorizerSchema,\n  requestAuthorizerSchema,', " z.strictObject({ type: z.literal('certificate') }),"],
  ['spec/integrations/index.ts', '  mockIntegrationSchema,', " z.strictObject({ type: z.literal('queue') }),"],
  ['spec/protocol.ts', 'export const PROTOCOLS = [', "'graphql', "],
];

describe('a new kind does not compile until every table of its kinds has it', () => {
  const changes = NEW_KINDS.map(([file, at, added]) => {
    const text = readLibraryFile(file);
    return { file, isPossible: text.includes(at), text: text.replace(at, `${at}${added}`) };
  });
  const changed = typedLibrary(Object.fromEntries(changes.map(({ file, text }) => [file, text])), library);

  test('kinds are where they are added here', () => {
    expect(changes.filter(({ isPossible }) => !isPossible).map(({ file }) => file)).toEqual([]);
  });

  test.each([
    ['constructs/authorization-kinds.ts', '[AuthorizationType.MTLS]'],
    ['constructs/authorization-kinds.ts', 'SAML'],
    ['spec/authorization.ts', 'SAML'],
    ['runtime/authorizers/authorization.ts', 'SAML'],
    ['spec/authorizers/index.ts', 'certificate'],
    ['runtime/authorizers/index.ts', 'certificate'],
    ['runtime/authorizers/token-issuer.ts', 'certificate'],
    ['aws/render/authorizers/index.ts', 'certificate'],
    ['spec/integrations/index.ts', 'queue'],
    ['cli/diagram/kinds.ts', 'SAML'],
    ['cli/diagram/kinds.ts', 'certificate'],
    ['cli/diagram/kinds.ts', 'queue'],
    ['cli/diagram/kinds.ts', 'graphql'],
    ['cli/event-types/formats.ts', 'SAML'],
    ['cli/event-types/formats.ts', 'queue'],
    ['cli/event-types/formats.ts', 'graphql'],
    ['spec/protocols/index.ts', 'graphql'],
    ['constructs/integrations/index.ts', 'queue'],
    ['runtime/integrations/index.ts', 'queue'],
    ['aws/render/integrations/index.ts', 'queue'],
  ])('%s: %s', (file, kind) => {
    expect(typeErrorsIn(changed, file).filter((error) => error.includes(kind))).not.toEqual([]);
  });
});
