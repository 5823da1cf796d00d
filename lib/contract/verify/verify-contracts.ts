import { CONTRACT_USE_ERRORS } from '../../errors';
import type * as fastCheck from 'fast-check';
import type { Contract } from '../contract';
import { ContractError } from '../contract-error';
import type { RequestExample } from '../definition';
import { jsonSchemaOf, type JsonSchema } from '../declare/json-schema-of';
import { jsonSchema } from '../json-schema';
import { fastCheckLibrary } from '../library';
import { validated, issueTexts } from '../handler/validate';
import { isJson, responsesOf } from '../responses';
import { partsOf } from '../route';
import { curlLine } from './curl-line';
import { brokenRequests, isTaken, validRequests } from './requests';

/** The gateway to send requests to: a test gateway, or anything that fetches paths. */
export interface ContractGateway {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly url?: (stage?: string) => string;
  /** The stage that relative paths lead to. */
  readonly stage?: string | undefined;
}

/** Settings of a verification. */
export interface VerifyOptions {
  /** Headers of every request, such as Authorization. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  /** Generated requests for each contract; with a JSON body, half of them have one that it should refuse. @default 40 */
  readonly requests?: number;
  /** Chooses the same requests again. @default 1 */
  readonly seed?: number;
}

/** The number of requests that were sent for a contract. */
export interface VerifiedContract {
  readonly route: string;
  readonly taken: number;
  readonly refused: number;
}

/**
 * Sends each contract's examples, and requests that fast-check generates from its schemas. What the contract takes must get a declared
 * answer, what it refuses 400, and nothing an undeclared 5xx.
 * @throws CONTRACT_BROKEN with the smallest such request as a curl command
 * @throws CONTRACT_NOT_GENERATED for schemas whose values cannot be guessed, and that have no examples
 * @throws CONTRACT_PACKAGE_MISSING without fast-check
 */
export async function verifyContracts(
  gateway: ContractGateway, contracts: readonly Contract[], options: VerifyOptions = {},
): Promise<readonly VerifiedContract[]> {
  const fc = fastCheckLibrary();
  const verified: VerifiedContract[] = [];
  for (const contract of contracts) verified.push(await new Verification(fc, { gateway, contract, options }).run());
  return verified;
}

type Property = fastCheck.IAsyncProperty<[RequestExample]>;

interface Subject {
  readonly gateway: ContractGateway;
  readonly contract: Contract;
  readonly options: VerifyOptions;
}

class Verification {
  private taken = 0;
  private refused = 0;

  public constructor(private readonly fc: typeof fastCheck, private readonly subject: Subject) {}

  public async run(): Promise<VerifiedContract> {
    const { contract, options: { requests = 40, seed = 1 } } = this.subject;
    const settings = { numRuns: Math.ceil(requests / 2), seed, endOnFailure: false, interruptAfterTimeLimit: undefined };
    for (const example of contract.definition.examples ?? []) await this.send(example);
    await this.holds(this.fc.asyncProperty(validRequests(this.fc, contract), async (request) => {
      this.fc.pre(await isTaken(contract.definition, request));
      await this.send(request);
    }), settings);
    if (this.taken === 0) throw new ContractError('CONTRACT_NOT_GENERATED', { contract: contract.route }, CONTRACT_USE_ERRORS);
    const broken = brokenRequests(this.fc, contract);
    if (broken !== undefined) await this.holds(this.fc.asyncProperty(broken, (request) => this.send(request)), settings);
    return { route: contract.route, taken: this.taken, refused: this.refused };
  }

  /** fast-check looks for the smallest request that fails; its own report is about values, not requests. */
  private async holds(property: Property, settings: fastCheck.Parameters<[RequestExample]>): Promise<void> {
    const { errorInstance } = await this.fc.check(property, settings);
    if (errorInstance instanceof Error) throw errorInstance;
  }

  private async send(request: RequestExample): Promise<void> {
    const { gateway, contract: { route, definition }, options } = this.subject;
    const { method, path } = partsOf(route);
    const isJsonBody = request.body !== undefined && isJson(definition.contentType);
    const body = request.body === undefined ? undefined : isJsonBody ? JSON.stringify(request.body) : String(request.body);
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': definition.contentType ?? 'application/json' };
    const headers = { ...options.headers, ...request.headers, ...type };
    const target = pathOf(path, request);
    const response = await gateway.fetch(target, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    const reason = await this.problem(await isTaken(definition, request), response, text);
    if (reason === undefined) return;
    const line = curlLine(method, `${gateway.url?.(gateway.stage).replace(/\/$/, '') ?? ''}/${target}`, { headers, ...(body === undefined ? {} : { body }) });
    throw new ContractError('CONTRACT_BROKEN', { contract: route, reason, request: line, answer: `${response.status} ${text.slice(0, 500)}` }, CONTRACT_USE_ERRORS);
  }

  private async problem(isExpected: boolean, { status, headers }: Response, text: string): Promise<string | undefined> {
    const { route, definition } = this.subject.contract;
    if (!isExpected) {
      this.refused += 1;
      return status === 400 ? undefined : `${status} for a request that the contract refuses; expected 400`;
    }
    this.taken += 1;
    const response = responsesOf(definition)[status];
    if (response === undefined) return `${status} is not declared; declared: ${Object.keys(definition.responses).join(', ')}`;
    const checkedHeaders = await validated(response.headers, Object.fromEntries(headers));
    if (checkedHeaders.issues !== undefined) return issueTexts(`${status} headers`, checkedHeaders.issues).join('; ');
    if (response.body === undefined || partsOf(route).method === 'HEAD' || !isJson(response.contentType)) return undefined;
    const reading = parsedBody(text);
    if (!('value' in reading)) return `${status} body: is not JSON`;
    return wireProblem(jsonSchemaOf(response.body, { contract: route, place: `responses.${status}`, side: 'output' }), reading.value, status);
  }
}

function parsedBody(text: string): { readonly value: unknown } | Record<never, never> {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return {};
  }
}

/** A body arrives as the output of its schema, which the schema itself need not take as input. */
async function wireProblem(schema: JsonSchema, value: unknown, status: number): Promise<string | undefined> {
  const { issues } = await validated(jsonSchema(schema), value);
  return issues === undefined ? undefined : issueTexts(`${status} body`, issues).join('; ');
}

function pathOf(path: string, { params = {}, query = {} }: RequestExample): string {
  const target = path.slice(1).replace(/\{(.+?)\+?\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) [value ?? []].flat().forEach((text) => { search.append(name, text); });
  return search.size === 0 ? target : `${target}?${search}`;
}
