import type { IConstruct } from 'constructs';
import { GatewayError } from '../../errors';
import { readAssembly } from '../../runtime';
import { readSpec, readSpecText, type GatewaySpec, type GatewaySpecInput } from '../../spec';
import { suggest, suggestText } from '../../runtime';
import { formatGateway, type HasDefinition } from '../format-gateway';
import { definitionText } from '../wrap';
import { compare } from './compare';
import { declaredMethods, methodLine, methodName, readMethodsExcept, without, type DeclaredMethod, type MethodsExcept } from './declared-methods';
import { fail, mismatchLines, nodeLines } from './failure';
import type { Pattern } from './matcher';
import { publicMethods, readPublicMethodsOptions, type PublicMethodsOptions } from './public-methods';

type NodesOf<Member extends NamedMember> = NonNullable<GatewaySpec[Member][keyof GatewaySpec[Member]]>;
type NamedMember = 'functions' | 'stages' | 'authorizers' | 'models' | 'requestValidators' | 'gatewayResponses' | 'usagePlans' | 'apiKeys';

const CALLED: Readonly<Record<NamedMember, string>> = {
  functions: 'function', stages: 'stage', authorizers: 'authorizer', models: 'model', requestValidators: 'request validator',
  gatewayResponses: 'gateway response', usagePlans: 'usage plan', apiKeys: 'API key',
};

/**
 * Assertions about a definition. Each returns the assertions for chaining, or throws GATEWAY_ASSERTION_FAILED with what was found
 * instead. Nodes have the shape of the spec with all defaults; patterns name the members a test cares about,
 * with `Match` where several values are valid.
 * @example
 * GatewayAssertions.fromApi(api)
 *   .hasMethod('GET', '/pets/{petId}', { authorization: { type: 'CUSTOM' }, integration: { function: 'GetPet' } })
 *   .hasNoPublicMethods({ except: ['GET /health'] });
 * @see docs/reference/spec.md
 */
export class GatewayAssertions {
  /**
   * Assertions about the current definition of an API: of an `Api`, of a `RestApi` of aws-cdk-lib, or of a construct with one, such as
   * its stack.
   * @throws DEFINITION_INVALID, TEST_SUBJECT_INVALID, API_UNKNOWN
   */
  public static fromApi(api: HasDefinition | IConstruct): GatewayAssertions {
    const text = definitionText(api);
    if (text === undefined) throw new GatewayError('TEST_SUBJECT_INVALID', { given: typeof api });
    return GatewayAssertions.fromSpec(text);
  }

  /** Assertions about a spec, as text or object. @throws SPEC_*, DEFINITION_INVALID */
  public static fromSpec(spec: string | GatewaySpecInput): GatewayAssertions {
    return new GatewayAssertions(typeof spec === 'string' ? readSpecText(spec, 'spec').spec : readSpec(spec, 'spec').spec);
  }

  /**
   * Assertions about an API of an assembly, e.g. `gateway.out`.
   * @param apiName - required if there are several
   * @throws ASSEMBLY_*, SPEC_*, API_UNKNOWN
   */
  public static fromAssembly(directory: string, apiName?: string): GatewayAssertions {
    const apis = readAssembly(directory);
    const candidates = apis.filter(({ name }) => apiName === undefined || name === apiName);
    const [api] = candidates;
    if (api === undefined || candidates.length > 1) {
      throw new GatewayError('API_UNKNOWN', { name: apiName ?? '', known: apis.map(({ name }) => name).join(', ') || 'none' });
    }
    return new GatewayAssertions(api.spec);
  }

  private readonly methods: readonly DeclaredMethod[];
  private readonly name: string;

  private constructor(private readonly spec: GatewaySpec) {
    this.methods = declaredMethods(spec);
    this.name = spec.api.name;
  }

  /** The method exists and matches the pattern. `ANY` is a method like others. */
  public hasMethod(httpMethod: string, path: string, pattern: Pattern<DeclaredMethod> = {}): this {
    const wanted = methodName({ httpMethod: httpMethod.toUpperCase(), path });
    const method = this.methods.find((declared) => methodName(declared) === wanted);
    if (method === undefined) return fail({ sentence: `${this.name} has no ${wanted}`, lines: this.nearestMethods(wanted) });
    return this.isLike(wanted, method, pattern);
  }

  /** The method does not exist. */
  public hasNoMethod(httpMethod: string, path: string): this {
    const wanted = methodName({ httpMethod: httpMethod.toUpperCase(), path });
    const method = this.methods.find((declared) => methodName(declared) === wanted);
    return method === undefined ? this : fail({ sentence: `${this.name} has ${methodLine(method)}` });
  }

  /** The number of methods that match the pattern; all methods without one. */
  public methodCount(count: number, pattern: Pattern<DeclaredMethod> = {}): this {
    const matching = this.methods.filter((method) => compare(pattern, method, 'partial').length === 0);
    if (matching.length === count) return this;
    return fail({ sentence: `${this.name} has ${matching.length} such methods, expected ${count}`, lines: matching.map(methodLine) });
  }

  /**
   * Every method matches the pattern or passes the check, which fails by returning false or throwing, like `expect`.
   * @example assertions.everyMethod(({ integration }) => integration.timeoutMs <= 10_000);
   */
  public everyMethod(expected: Pattern<DeclaredMethod> | ((method: DeclaredMethod) => boolean | void), options: MethodsExcept = {}): this {
    const failures = without(this.methods, readMethodsExcept(options)).flatMap((method) => {
      const problems = typeof expected === 'function' ? checked(expected, method) : mismatchLines(compare(expected, method, 'partial'));
      return problems.length === 0 ? [] : [methodLine(method), ...problems.map((line) => `  ${line}`)];
    });
    return failures.length === 0 ? this : fail({ sentence: `not every method of ${this.name} is as expected`, lines: failures });
  }

  /** At least one method matches the pattern. */
  public someMethod(pattern: Pattern<DeclaredMethod>): this {
    const tried = this.methods.map((method) => ({ method, mismatches: compare(pattern, method, 'partial') }));
    if (tried.some(({ mismatches }) => mismatches.length === 0)) return this;
    const order = tried.sort((left, right) => left.mismatches.length - right.mismatches.length).slice(0, 3);
    const lines = order.flatMap(({ method, mismatches }) => [methodLine(method), ...mismatchLines(mismatches).map((line) => `  ${line}`)]);
    return fail({ sentence: `no method of ${this.name} is as expected; nearest are`, lines });
  }

  /**
   * No method has authorization NONE. An API key distinguishes callers but does not authenticate
   * them, so it does not count, unless `apiKeysCount` is set.
   */
  public hasNoPublicMethods(options: PublicMethodsOptions = {}): this {
    const read = readPublicMethodsOptions(options);
    const lines = publicMethods(without(this.methods, read), read);
    return lines.length === 0 ? this : fail({ sentence: `${this.name} has public methods`, lines });
  }

  /** The methods that match the pattern, by `GET /pets/{petId}`. */
  public findMethods(pattern: Pattern<DeclaredMethod> = {}): Readonly<Record<string, DeclaredMethod>> {
    return Object.fromEntries(this.methods.filter((method) => compare(pattern, method, 'partial').length === 0).map((method) => [methodName(method), method]));
  }

  /** The resource exists and matches the pattern: its `id`, its `cors`, its `methods`. */
  public hasResource(path: string, pattern: Pattern<GatewaySpec['resources'][string]> = {}): this {
    const resource = this.spec.resources[path];
    const paths = Object.keys(this.spec.resources);
    if (resource === undefined) return fail({ sentence: `${this.name} has no resource "${path}"; ${suggestText(path, paths)}` });
    return this.isLike(`resource ${path}`, resource, pattern);
  }

  /** The resource does not exist. */
  public hasNoResource(path: string): this {
    return this.spec.resources[path] === undefined ? this : fail({ sentence: `${this.name} has a resource "${path}"` });
  }

  /** The number of resources below the root, as CDK's `resourceCountIs('AWS::ApiGateway::Resource', count)` counts them. */
  public resourceCount(count: number): this {
    const paths = Object.keys(this.spec.resources).filter((path) => path !== '/').sort();
    return paths.length === count ? this : fail({ sentence: `${this.name} has ${paths.length} resources, expected ${count}`, lines: paths });
  }

  /** The settings of the API match the pattern. */
  public hasSettings(pattern: Pattern<GatewaySpec['api']>): this {
    return this.isLike('the API', this.spec.api, pattern);
  }

  /** The function exists and matches the pattern. */
  public hasFunction(name: string, pattern: Pattern<NodesOf<'functions'>> = {}): this { return this.hasNode('functions', name, pattern); }

  public hasNoFunction(name: string): this { return this.hasNoNode('functions', name); }

  public functionCount(count: number): this { return this.nodeCount('functions', count); }

  /** The stage exists and matches the pattern. */
  public hasStage(name: string, pattern: Pattern<NodesOf<'stages'>> = {}): this { return this.hasNode('stages', name, pattern); }

  public hasNoStage(name: string): this { return this.hasNoNode('stages', name); }

  public stageCount(count: number): this { return this.nodeCount('stages', count); }

  /** The authorizer exists and matches the pattern. */
  public hasAuthorizer(name: string, pattern: Pattern<NodesOf<'authorizers'>> = {}): this { return this.hasNode('authorizers', name, pattern); }

  public hasNoAuthorizer(name: string): this { return this.hasNoNode('authorizers', name); }

  public authorizerCount(count: number): this { return this.nodeCount('authorizers', count); }

  /** The model exists and matches the pattern. */
  public hasModel(name: string, pattern: Pattern<NodesOf<'models'>> = {}): this { return this.hasNode('models', name, pattern); }

  public hasNoModel(name: string): this { return this.hasNoNode('models', name); }

  public modelCount(count: number): this { return this.nodeCount('models', count); }

  /** The request validator exists and matches the pattern. */
  public hasRequestValidator(name: string, pattern: Pattern<NodesOf<'requestValidators'>> = {}): this {
    return this.hasNode('requestValidators', name, pattern);
  }

  /** The API customizes this gateway response, and it matches the pattern. */
  public hasGatewayResponse(type: string, pattern: Pattern<NodesOf<'gatewayResponses'>> = {}): this {
    return this.hasNode('gatewayResponses', type, pattern);
  }

  public hasNoGatewayResponse(type: string): this { return this.hasNoNode('gatewayResponses', type); }

  /** The usage plan exists and matches the pattern. */
  public hasUsagePlan(name: string, pattern: Pattern<NodesOf<'usagePlans'>> = {}): this { return this.hasNode('usagePlans', name, pattern); }

  public hasNoUsagePlan(name: string): this { return this.hasNoNode('usagePlans', name); }

  /** The API key exists and matches the pattern. */
  public hasApiKey(name: string, pattern: Pattern<NodesOf<'apiKeys'>> = {}): this { return this.hasNode('apiKeys', name, pattern); }

  public apiKeyCount(count: number): this { return this.nodeCount('apiKeys', count); }

  /** The spec as a new object, for other checks. */
  public toJSON(): GatewaySpec {
    return structuredClone(this.spec);
  }

  /** The definition as readable text; see `formatGateway`. */
  public toText(): string {
    return formatGateway({ toJson: () => JSON.stringify(this.spec) });
  }

  private hasNode(member: NamedMember, name: string, pattern: unknown): this {
    const nodes = new Map<string, unknown>(Object.entries(this.spec[member]));
    if (!nodes.has(name)) return fail({ sentence: `${this.name} has no ${CALLED[member]} "${name}"; ${suggestText(name, [...nodes.keys()])}` });
    return this.isLike(`${CALLED[member]} ${name}`, nodes.get(name), pattern);
  }

  private hasNoNode(member: NamedMember, name: string): this {
    return Object.hasOwn(this.spec[member], name) ? fail({ sentence: `${this.name} has a ${CALLED[member]} "${name}"` }) : this;
  }

  private nodeCount(member: NamedMember, count: number): this {
    const names = Object.keys(this.spec[member]).sort();
    return names.length === count ? this : fail({ sentence: `${this.name} has ${names.length} ${CALLED[member]}s, expected ${count}`, lines: names });
  }

  private isLike(what: string, node: unknown, pattern: unknown): this {
    const mismatches = compare(pattern, node, 'partial');
    if (mismatches.length === 0) return this;
    return fail({ sentence: `${what} of ${this.name} is not as expected`, lines: [...mismatchLines(mismatches), ...nodeLines('it is', node)] });
  }

  private nearestMethods(wanted: string): string[] {
    if (this.methods.length === 0) return ['it has no methods'];
    const lines = new Map(this.methods.map((method) => [methodName(method), methodLine(method)]));
    return ['nearest:', ...suggest(wanted, [...lines.keys()]).map((name) => `  ${lines.get(name) ?? name}`)];
  }
}

function checked(check: (method: DeclaredMethod) => boolean | void, method: DeclaredMethod): string[] {
  try {
    const result: unknown = check(method); // in JavaScript, or after a cast, it may be async
    if (typeof result === 'object' && result !== null && 'then' in result) {
      Promise.resolve(result).catch(() => undefined); // whatever it says, the check fails for being async
      return ['the check is async, so its outcome is not known here: make it synchronous'];
    }
    return result === false ? ['the check returned false'] : [];
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n');
  }
}
