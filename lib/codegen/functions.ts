import { canonicalText, describeDestination, functionReferences, IMAGE_RUNTIME, nodeRuntime, runtimeFamily, type FunctionSpec, type GatewaySpec } from '../spec';
import { call, literal, memberName, object, optional, quoted, textCode, type Code, type MemberCode, type Members } from './code';
import { camelCase, constantCase } from './names';
import type { Program } from './program';
import { isSecret } from './secrets';
import { addressCode, type TextContext } from './texts';
import { duration } from './values';

/** The location of the code of a function, as a program names it. */
export interface CodeLocation {
  /** A source file that is bundled. */
  readonly entry?: string;
  /** A directory that is used unchanged. */
  readonly code?: string;
  /** The entry point, `<file without extension>.<export>`. */
  readonly handler: string;
  /** A comment above the declaration of the function. */
  readonly comment?: string;
  /** Directories with the content of its layers. */
  readonly layers?: readonly string[];
}

/** An API of a program, and where the code of its functions is. */
export interface ProgramApi {
  readonly spec: GatewaySpec;
  readonly code: ReadonlyMap<string, CodeLocation>;
}

/** Variables of functions, by their names in a spec. */
export type Functions = ReadonlyMap<string, string>;

interface Declared {
  readonly variable: string;
  readonly text: string;
}

/** Declares the functions of an API; those of other APIs with the same name and settings are the same. */
export class FunctionWriter {
  readonly #declared = new Map<string, Declared[]>();

  /** Functions that something refers to; the others need no variable. */
  readonly #referenced: ReadonlySet<string>;

  /** @param resources - the variables that resources will have; functions leave them free */
  public constructor(private readonly program: Program, apis: readonly ProgramApi[], private readonly resources: ReadonlySet<string>) {
    this.#referenced = new Set(apis.flatMap(({ spec }) => [
      ...functionReferences(spec), ...Object.values(spec.functions).flatMap((fn) => destinationOf(fn) ?? []),
    ]));
  }

  public declare(api: ProgramApi): Functions {
    const { spec } = api;
    const used = usedFunctions(spec);
    const unused = Object.keys(spec.functions).filter((name) => !used.has(name));
    for (const name of unused) {
      this.program.differs(`${spec.api.name}/function ${name}`, 'a function that no method calls', 'it is declared, but not part of the API');
    }
    const renamed = Object.entries(spec.functions).filter(([, { logicalId }]) => logicalId !== undefined).map(([name]) => name);
    if (renamed.length > 0) this.program.differs(spec.api.name, `the logical ids of ${renamed.join(', ')}`, 'route tables show the names');
    const functions = new Map<string, string>();
    for (const name of [...used, ...unused.sort()]) this.#declare(api, name, functions);
    for (const reference of functionReferences(spec).filter((name) => name.includes('${'))) functions.set(reference, this.#byName(reference));
    return functions;
  }

  /** Returns the variable of a function. Its destination is declared first; the rules of the spec refuse cycles of destinations. */
  #declare(api: ProgramApi, name: string, functions: Map<string, string>): string {
    const known = functions.get(name);
    const spec = api.spec.functions[name];
    if (known !== undefined || spec === undefined) return known ?? name;
    const destination = destinationOf(spec);
    const target = destination === undefined ? undefined : this.#declare(api, destination, functions);
    const text = canonicalText([spec, api.code.get(name), target]);
    const same = this.#declared.get(name)?.find((declared) => declared.text === text);
    const variable = same?.variable ?? this.#write(api, name, { spec, target });
    if (same === undefined) this.#declared.set(name, [...this.#declared.get(name) ?? [], { variable, text }]);
    functions.set(name, variable);
    return variable;
  }

  #write(api: ProgramApi, name: string, { spec, target }: { readonly spec: FunctionSpec; readonly target: string | undefined }): string {
    const { program } = this;
    const identity = program.identify({ scope: program.target.scope, prefix: program.target.prefix(program.stackId), name, kind: 'Function' });
    const location = `${api.spec.api.name}/function ${name}`;
    const place = api.code.get(name) ?? locationIn(name, spec);
    if (place.comment !== undefined) program.comment(place.comment);
    this.#reportLayers(place, location);
    if (isReplaced(spec)) program.differs(location, 'a function that cannot run here', 'its methods are answered by what you put in its place');
    const wanted = [identity.id, `${identity.id}Function`];
    const variable = program.variable(...(this.resources.has(camelCase(identity.id)) ? wanted.reverse() : wanted));
    const members = [
      ...object({ functionName: optional(identity.name), ...sourceMembers(place), ...this.#settings(spec, location) }).members,
      ...this.#environment(name, spec, location),
      ...object({ ...deadLetterMembers({ program, location }, spec, target) }).members,
    ];
    const code = call(`new ${program.use('ProxyFunction')}`, program.target.scope, quoted(identity.id), { type: 'object', members });
    if (this.#referenced.has(name)) program.constant(variable, code);
    else program.statement(code);
    return variable;
  }

  #reportLayers({ layers = [] }: CodeLocation, location: string): void {
    if (layers.length === 0) return;
    this.program.comment(`Its layers are not here: install what it uses of ${layers.join(', ')} beside its code.`);
    this.program.differs(location, `a function with layers (${layers.join(', ')})`, 'it has no layers');
  }

  #settings(spec: FunctionSpec, location: string): Members {
    const { program } = this;
    if (spec.logging !== undefined) program.differs(location, `logging in ${spec.logging.format}`, 'set loggingFormat of a function in a CDK stack');
    const { description, architecture, memoryMiB, timeoutMs, concurrency, maxInstances } = spec;
    return {
      description: optional(description),
      runtime: this.#runtime(spec, location),
      architecture: architecture === undefined ? undefined : `${program.use(program.target.architectures)}.${ARCHITECTURES[architecture]}`,
      memorySize: memoryMiB === 128 ? undefined : String(memoryMiB),
      timeout: timeoutMs === 3_000 ? undefined : duration(program, timeoutMs),
      concurrency: concurrency === 1 ? undefined : String(concurrency),
      maxInstances: maxInstances === 10 ? undefined : String(maxInstances),
    };
  }

  #runtime(spec: FunctionSpec, location: string): Code | undefined {
    const { target } = this.program;
    const { runtime } = spec;
    // what is put in its place is JavaScript
    const known = isReplaced(spec) ? nodeRuntime(runtime) : runtime;
    if (runtime === target.runtime || (known === undefined && isReplaced(spec))) return undefined;
    if (known !== undefined) return this.#runtimeNamed(known, location);
    this.program.differs(location, 'a function without a runtime', `it runs on ${String(target.runtime)}`);
    return undefined;
  }

  #runtimeNamed(name: string, location: string): Code {
    const { program } = this;
    const { runtimes, runtimeNames, isAnyRuntime } = program.target;
    if (isAnyRuntime && !runtimeNames.some((known) => known === name)) return call(`new ${program.use(runtimes)}`, quoted(name));
    const ofFamily = runtimeNames.filter((known) => runtimeFamily(known) === runtimeFamily(name));
    const used = ofFamily.find((known) => known === name) ?? ofFamily.at(-1) ?? name;
    if (used !== name) program.differs(location, `the runtime ${name}`, `it runs on ${used}`);
    return `${program.use(runtimes)}.${memberOf(used)}`;
  }

  #environment(name: string, { environment }: FunctionSpec, location: string): MemberCode[] {
    const members = Object.entries(environment).sort(([left], [right]) => (left < right ? -1 : 1)).map(([variable, value]): MemberCode => {
      if (!isSecret(variable, value)) return { name: memberName(variable), value: textCode(value) };
      const wanted = [variable, `${constantCase(name)}_${variable}`];
      const read = this.program.secret(location, `the environment variable ${variable}`, { value, wanted });
      return { name: memberName(variable), value: this.program.readSecret(read), comment: `its value is not written here: set ${read}` };
    });
    return members.length === 0 ? [] : [{ name: 'environment', value: { type: 'object', members } }];
  }

  #byName(reference: string): string {
    const named = /\$\{stageVariables\.(\w+)\}/.exec(reference)?.[1] ?? 'function';
    const known = this.#declared.get(reference)?.[0];
    if (known !== undefined) return known.variable;
    const variable = this.program.variable(`${named} of stage`, `${named} function of stage`);
    this.#declared.set(reference, [{ variable, text: reference }]);
    this.program.constant(variable, call(`${this.program.use('ProxyFunction')}.fromFunctionName`, quoted(reference)));
    return variable;
  }
}

/** Whether a program has other code in the place of a function's: it has none, or an image, which constructs do not have. */
function isReplaced({ unavailable, runtime }: FunctionSpec): boolean {
  return unavailable !== undefined || runtime === IMAGE_RUNTIME;
}

/** The members of the enum of architectures; the CDK has the same. */
const ARCHITECTURES = { x86_64: 'X86_64', arm64: 'ARM_64' } as const;

/** The member of the enum of runtimes: `PYTHON_3_13`, `NODEJS_22_X`, `PROVIDED_AL2023`. */
function memberOf(runtime: string): string {
  return runtime.replace(/^([a-z]+)(?=\d)/, '$1_').replaceAll('.', '_').toUpperCase();
}

function sourceMembers({ entry, code, handler }: CodeLocation): Members {
  if (entry === undefined) return { code: quoted(code ?? '.'), handler: handler === 'index.handler' ? undefined : quoted(handler) };
  const file = handler.slice(handler.lastIndexOf('/') + 1);
  const exported = file.slice(file.indexOf('.') + 1);
  const written = exported.startsWith('index.') ? `index.${exported}` : exported;
  return { entry: quoted(entry), handler: exported === 'handler' ? undefined : quoted(written) };
}

const ON_FAILURE = { what: 'the address that failed events go to', wanted: 'ON_FAILURE_URL' };

function deadLetterMembers(context: TextContext, { deadLetter, onFailure }: FunctionSpec, target: string | undefined): Members {
  const { program } = context;
  const url = onFailure && describeDestination(onFailure).url;
  return {
    deadLetter: deadLetter.retryAttempts === 2 ? undefined : literal(deadLetter),
    onFailure: onFailure && (url === undefined
      ? call(`${program.use('Destination')}.toFunction`, target) : call(`${program.use('Destination')}.toUrl`, addressCode(url, context, ON_FAILURE))),
  };
}

/** The location of the code according to the definition itself. */
function locationIn(name: string, spec: FunctionSpec): CodeLocation {
  const { entry, code, external, unavailable, handler, runtime } = spec;
  const isImage = runtime === IMAGE_RUNTIME;
  if (entry !== undefined) return { entry, handler };
  if (code !== undefined && !isImage) return { code, handler };
  const where = external === undefined ? 'the definition has no code' : `declared outside the gateway: ${external}`;
  const comment = `${unavailable ?? (isImage ? 'it is a container image' : where)}. Put its code in functions/${name}`;
  return { code: `functions/${name}`, handler: isReplaced(spec) ? 'index.handler' : handler, comment };
}

/** The function that receives the failed events of another. */
function destinationOf({ onFailure }: FunctionSpec): string | undefined {
  return onFailure && describeDestination(onFailure).function;
}

/** The functions that constructs find: those that are called, what stage variables name, and what records go to. */
function usedFunctions({ functions, stages, ...spec }: GatewaySpec): ReadonlySet<string> {
  const references = functionReferences({ functions, stages, ...spec });
  const named = references.flatMap((reference) => (reference.includes('${')
    ? Object.values(stages).map(({ variables }) => reference.replace(/\$\{stageVariables\.(\w+)\}/g, (_, key: string) => variables[key] ?? ''))
    : [reference]));
  const used = new Set(named.filter((name) => Object.hasOwn(functions, name)).sort());
  for (const name of used) {
    const spec = functions[name];
    const destination = spec && destinationOf(spec);
    if (destination !== undefined) used.add(destination);
  }
  return used;
}
