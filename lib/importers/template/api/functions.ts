import { loss, unavailableFunctions, warning, type Issue } from '../../../errors';
import { ARCHITECTURES, IMAGE_RUNTIME, LIMITS, LOG_FORMATS, LOG_LEVELS, runsHere, tokensIn, whyNotHere , type Architecture } from '../../../spec';
import type { BuildHints, CodeSource } from '../../imported-source';
import { memberOf, membersOf, numberOf, textOf, type Members } from '../../value';
import { functionInArn } from '../physical-values';
import type { Resource } from '../stack';
import type { Stacks } from '../stacks';
import { codeOfFunction, handlerOf, whyNoBootstrap } from './function-code';
import { imageOfFunction } from './image-of-function';
import { layersOf } from './layers';
import { PropertyReader } from '../../../openapi';
import { variablesOf } from './variables';
import { present, type FunctionInput, type Made } from './draft';

const FUNCTION = 'AWS::Lambda::Function';
/** The function of an invocation: `…:lambda:path/2015-03-31/functions/<ARN or name>/invocations`. */
const INVOCATION = /:lambda:path\/[^/]+\/functions\/(.+?)(?:\/(?:response-streaming-)?invocations)?$/;
/** `${Function.Arn}`, `${Function}`, `arn:…:function:${Function}` */
const LOGICAL_ID = /^(?:arn:.*:function:)?\$\{(?!stageVariables\.|token:)(\w+)(?:\.\w+)*\}(?::.*)?$/;
const STAGE_VARIABLE = /^\$\{stageVariables\.\w+\}$/;
/** Lambda's defaults. @see https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html */
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MIB = 128;

/** A function of the stacks as a spec has it. */
export interface ImportedFunction {
  readonly name: string;
  readonly spec: FunctionInput;
  readonly code?: CodeSource;
  /** Functions whose names it is given: it calls them through Lambda. */
  readonly calls?: readonly Resource[];
  /** Its resource, if it is part of the source. */
  readonly resource?: Resource;
}

/** The functions of all stacks, found by the ARNs and names that methods and authorizers call them by. */
export class FunctionTable {
  readonly #byName = new Map<string, Resource>();
  readonly #byLogicalId = new Map<string, Resource>();
  /** Names in part known only after deployment that several functions have: parameters of two stacks may have one name. */
  readonly #ambiguous = new Set<string>();
  readonly #specNames = new Map<Resource, string>();
  readonly #imported = new Map<string, ImportedFunction>();

  public constructor(private readonly stacks: Stacks, private readonly report: (resource: Resource, issue: Issue) => void) {
    for (const resource of stacks.resources) if (resource.type === FUNCTION) this.#add(resource);
  }

  /** The function that an invocation URI, an ARN or a name calls; made when it is first asked for. */
  public readonly functionOf = (uri: string): Made<string> => {
    const called = INVOCATION.exec(uri)?.[1] ?? (uri.includes(':function:') ? uri : undefined);
    return called === undefined ? { reason: `${uri || 'an empty URI'} does not call a function` } : this.#nameIn(called);
  };

  /** A function by its physical name or its logical id, for values of stage variables. */
  public functionNamed(name: string): ImportedFunction | undefined {
    const resource = this.#find(name);
    return resource === undefined ? undefined : this.#functionFor(resource);
  }

  /** Returns the logical id of a function by its name in the spec, or that name if the template has no other. */
  public readonly logicalIdOf = (name: string): string => this.#imported.get(name)?.spec.logicalId ?? name;

  /** A function that has been asked for. */
  public get(name: string): ImportedFunction | undefined {
    return this.#imported.get(name);
  }

  /** The functions that a function calls itself. */
  public calledBy({ calls = [] }: ImportedFunction): readonly ImportedFunction[] {
    return calls.map((resource) => this.#functionFor(resource));
  }

  #add(resource: Resource): void {
    const { stack, logicalId } = resource;
    const isTaken = [...this.#specNames.values()].includes(logicalId);
    this.#specNames.set(resource, isTaken ? `${stack.source.name.replace(/[^A-Za-z0-9_-]/g, '-')}-${logicalId}` : logicalId);
    // what Ref gives is its name in AWS
    const name = textOf(stack.reference(logicalId)) ?? logicalId;
    if (!this.#byName.has(name)) this.#byName.set(name, resource);
    else if (tokensIn(name).length > 0) this.#ambiguous.add(name);
    if (!this.#byLogicalId.has(logicalId)) this.#byLogicalId.set(logicalId, resource);
  }

  #find(name: string): Resource | undefined {
    return this.#byName.get(name) ?? this.#byLogicalId.get(name);
  }

  #nameIn(called: string): Made<string> {
    // a document that no transform has read refers to functions as Fn::Sub does
    const logicalId = LOGICAL_ID.exec(called)?.[1];
    const name = logicalId ?? functionInArn(called)?.name ?? (tokensIn(called).length > 0 ? called : called.replace(/:[^:]*$/, ''));
    if (/\$\{stageVariables\./.test(name)) {
      return STAGE_VARIABLE.test(name) || /^([\w-]|\$\{stageVariables\.\w+\})+$/.test(name) ? { part: name } : { reason: `${name} is not the name of a function` };
    }
    const tokens = tokensIn(called);
    // an ARN that is written out names what is deployed, which may be another function than the one with that logical id
    const resource = logicalId === undefined ? this.#byName.get(name) : this.#byLogicalId.get(logicalId);
    // a name that is known only after deployment is that of the function that has the same
    const isNamed = resource !== undefined && !this.#ambiguous.has(name) && tokensIn(name).length === tokens.length;
    if (tokens.length > 0 && !isNamed) return { reason: `${tokens.join(', ')}, the function, is known only after deployment` };
    return { part: resource === undefined ? this.#elsewhere(name) : this.#functionFor(resource).name };
  }

  /** A function that is deployed by another stack. */
  #elsewhere(name: string): string {
    const own = name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 120);
    const safe = [...this.#specNames.values()].includes(own) ? `${own}-elsewhere` : own;
    const reason = 'the function is not part of this source';
    if (!this.#imported.has(safe)) this.#imported.set(safe, { name: safe, spec: { unavailable: reason, handler: 'index.handler' } });
    return safe;
  }

  #functionFor(resource: Resource): ImportedFunction {
    const name = this.#specNames.get(resource) ?? resource.logicalId;
    const known = this.#imported.get(name);
    if (known !== undefined) return known;
    const imported = this.#make(name, resource);
    this.#imported.set(name, imported);
    return imported;
  }

  #make(name: string, resource: Resource): ImportedFunction {
    const properties = resource.stack.properties(resource);
    const { calls, ...variables } = this.#variables(resource, properties);
    const logicalId = name === resource.logicalId ? undefined : resource.logicalId;
    const names = present({ logicalId, constructPath: resource.constructPath });
    const settings = { ...names, ...this.#settings(resource, properties), ...variables };
    const runtime = textOf(properties.Runtime);
    const code = this.#code(resource, properties, runtime);
    const unavailable = (reason: string): ImportedFunction => {
      this.report(resource, unavailableFunctions('loss', name, { names: [resource.constructPath ?? name], reason }));
      return { name, resource, spec: present({ ...settings, unavailable: reason, handler: handlerOf(properties), runtime }) };
    };
    if ('reason' in code) return unavailable(code.reason);
    const { here: layers, elsewhere, problems } = layersOf(properties, this.stacks);
    const reason = `the content of ${elsewhere.join(', ')} is not a directory here; its modules are found only if the code or the project contains them`;
    if (elsewhere.length > 0) this.report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: 'Layers', reason }));
    for (const problem of problems) this.report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: problem.name, reason: problem.reason }));
    const build = buildHintsOf(resource);
    // other code than that of custom runtimes is built by makefiles only
    const isBuilt = code.part.family === 'provided' || (code.part.family !== undefined && build.method === 'makefile');
    const hints = isBuilt ? { build } : {};
    const whole = { ...code.part, ...hints, ...(layers.length === 0 ? {} : { layers }) };
    const unbuilt = this.#isPlaceholder(resource, whole) ? undefined : whyNoBootstrap(whole);
    if (unbuilt !== undefined) {
      // followed, because it may be built
      this.stacks.fileAt(resource.stack, properties.Code);
      return unavailable(unbuilt);
    }
    const used = whole.type === 'image' ? IMAGE_RUNTIME : this.#runtime(resource, runtime);
    const spec = present({ ...settings, code: 'code', handler: whole.handler, runtime: used });
    return { name, resource, spec, code: whole, calls };
  }

  /** Whether the code is made later. */
  #isPlaceholder({ stack }: Resource, code: CodeSource): boolean {
    return code.type === 'directory' && this.stacks.assetsOf(stack)?.isPlaceholder(code.directory) === true;
  }

  /** Returns the code, or why there is none that may run here. */
  #code(resource: Resource, properties: Members, runtime: string | undefined): ReturnType<typeof codeOfFunction> {
    if (numberOf(properties.ReservedConcurrentExecutions) === 0) return { reason: 'its ReservedConcurrentExecutions are 0, so Lambda refuses every call' };
    if (runtime !== undefined && !/^nodejs\d*(\.x)?/.test(runtime) && !runsHere(runtime)) return { reason: `it ${whyNotHere(runtime)}` };
    const assets = this.stacks.assetsOf(resource.stack);
    return imageOfFunction(resource, properties, assets) ?? codeOfFunction(properties, assets);
  }

  #settings(resource: Resource, properties: Members): Pick<FunctionInput, 'memoryMiB' | 'timeoutMs' | 'maxInstances' | 'description' | 'architecture' | 'logging'> {
    const reader = new PropertyReader(properties);
    const seconds = reader.number('Timeout') ?? DEFAULT_TIMEOUT_SECONDS;
    const memory = reader.number('MemorySize') ?? DEFAULT_MEMORY_MIB;
    const reserved = reader.number('ReservedConcurrentExecutions');
    for (const { name, reason } of reader.problems) this.report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: name, reason }));
    return {
      ...present({ description: textOf(properties.Description), architecture: architectureOf(properties), logging: loggingOf(properties) }),
      ...(reserved === undefined || reserved === 0 ? {} : { maxInstances: this.#within(resource, { what: 'ReservedConcurrentExecutions', given: reserved }, LIMITS.functionInstances) }),
      memoryMiB: this.#within(resource, { what: 'MemorySize', given: memory }, LIMITS.memoryMiB),
      timeoutMs: this.#within(resource, { what: 'Timeout', given: seconds, perUnit: 1000 }, LIMITS.functionTimeoutMs),
    };
  }

  #variables(resource: Resource, properties: Members): Pick<ImportedFunction, 'calls'> & Pick<FunctionInput, 'environment'> {
    const { values: environment, left, calls } = variablesOf(resource, properties, {
      named: (name) => this.#find(name),
      specName: (called) => this.#specNames.get(called) ?? called.logicalId,
    });
    if (left.length > 0) this.report(resource, warning('IMPORT_VARIABLES_LEFT_OUT', resource.logicalId, { names: left.join(', ') }));
    return { environment, calls };
  }

  /** A number in the unit of its limit; one outside is reported, and the nearest is used. */
  #within(
    resource: Resource, { what, given, perUnit = 1 }: BoundedProperty, { min, max }: { readonly min: number; readonly max: number },
  ): number {
    const used = Math.min(max, Math.max(min, Math.round(given * perUnit)));
    if (used !== given * perUnit) this.report(resource, warning('IMPORT_VALUE_CHANGED', resource.logicalId, { what, given, used: used / perUnit }));
    return used;
  }

  /** An older Node.js runs as the oldest that is here. */
  #runtime(resource: Resource, runtime: string | undefined): string | undefined {
    if (runtime === undefined || runsHere(runtime)) return runtime;
    this.report(resource, warning('IMPORT_VALUE_CHANGED', resource.logicalId, { what: 'Runtime', given: runtime, used: 'nodejs20.x' }));
    return 'nodejs20.x';
  }
}

/** How SAM's `Metadata` says that a function is built. */
function buildHintsOf({ stack, logicalId }: Resource): BuildHints {
  const declared = memberOf(membersOf(stack.source.document.value).Resources, logicalId);
  const metadata = memberOf(declared, 'Metadata');
  const [method, binary] = [textOf(memberOf(metadata, 'BuildMethod')), textOf(memberOf(memberOf(metadata, 'BuildProperties'), 'Binary'))];
  return { logicalId, ...present({ method, binary }) };
}

interface BoundedProperty {
  readonly what: string;
  readonly given: number;
  /** Units of the limit in one of the property. */
  readonly perUnit?: number;
}

/** How a function logs, where the template says it; the name of its log group is of no use here. */
function loggingOf({ LoggingConfig: config }: Members): FunctionInput['logging'] {
  const format = LOG_FORMATS.find((known) => known === memberOf(config, 'LogFormat'));
  const level = LOG_LEVELS.find((known) => known === memberOf(config, 'ApplicationLogLevel'));
  return format && present({ format, level });
}

function architectureOf({ Architectures: named }: Members): Architecture | undefined {
  const [first]: readonly unknown[] = Array.isArray(named) ? named : [];
  return ARCHITECTURES.find((known) => known === first);
}
