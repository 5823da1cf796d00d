import { loss, type Issue } from '../../errors';
import { LOCAL_ENVIRONMENT } from '../../spec';
import { isMap } from './value';

/** The sources of the values of variables. Nothing of the service runs, and nothing is fetched. */
export interface VariableSources {
  /** The file itself, for `self`. */
  readonly self: unknown;
  /** Options of the command line, for `opt` and `param`: `--stage`, `--param`. */
  readonly options: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  /** The account, for `aws`. */
  readonly account?: string | undefined;
  readonly environment: (name: string) => string | undefined;
  /** The value of a data file; undefined if it is not here or is a program. */
  readonly file: (location: string) => unknown;
}

export interface ResolvedVariables {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** `${self:custom.name, 'default'}`; what CloudFormation resolves (`${AWS::Region}`, `${Table.Arn}`) does not match. */
const VARIABLE = /\$\{((?:self|opt|env|file|sls|param|aws|cf|ssm|s3|git|strToBool)(?:[(:.][^${}]*)?)\}/;
const MAX_STEPS = 10_000;
const UNRESOLVED = '\u0000';

/** Resolves variables in all texts. What cannot be resolved stays as it is written, and is reported. */
export function resolveVariables(sources: VariableSources): ResolvedVariables {
  const resolver = new Resolver(sources);
  const value = restored(resolver.resolve(sources.self));
  return { value, issues: resolver.issues };
}

class Resolver {
  readonly #unresolved = new Set<string>();
  readonly #open = new Set<string>();
  #steps = 0;

  public constructor(private readonly sources: VariableSources) {}

  public get issues(): readonly Issue[] {
    return [...this.#unresolved].map((variable) => loss('SERVERLESS_VARIABLE_UNKNOWN', variable, { variable }));
  }

  public resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]));
    return typeof value === 'string' ? this.#text(value) : value;
  }

  /** Innermost variables first; a text that is one variable takes its value with its type. */
  #text(text: string): unknown {
    let current = text;
    for (let match = VARIABLE.exec(current); match !== null; match = VARIABLE.exec(current)) {
      const [whole, expression = ''] = match;
      if (++this.#steps > MAX_STEPS) return this.#unknown(current);
      const value = this.#once(expression);
      if (value !== undefined && whole === current) return value;
      const isText = ['string', 'number', 'boolean'].includes(typeof value);
      current = current.replace(whole, () => (isText ? String(value) : String(this.#unknown(whole))));
    }
    return current;
  }

  /** The resolved value; a variable that refers to itself has none. */
  #once(expression: string): unknown {
    if (this.#open.has(expression)) return undefined;
    this.#open.add(expression);
    const value = this.resolve(this.#value(expression));
    this.#open.delete(expression);
    return value;
  }

  #unknown(text: string): string {
    this.#unresolved.add(restored(text) as string); // a text stays a text
    return text.replaceAll('${', `$${UNRESOLVED}{`);
  }

  /** The first of the alternatives that has a value. */
  #value(expression: string): unknown {
    for (const alternative of alternatives(expression)) {
      const value = literal(alternative) ?? this.#source(alternative);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  #source(expression: string): unknown {
    const [, source = '', argument, address = ''] = /^(\w+)(?:\(([^)]*)\))?(?:\.[\w-]+)?:?(.*)$/s.exec(expression) ?? [];
    switch (source) {
      case 'self': return this.#at(this.sources.self, address);
      case 'opt': return this.#option(address);
      case 'param': return this.sources.parameters[address];
      case 'env': return this.sources.environment(address);
      case 'file': return this.#at(this.sources.file(argument ?? ''), address);
      case 'sls': return address === 'stage' ? this.#stage() : undefined;
      case 'aws': return { accountId: this.sources.account ?? LOCAL_ENVIRONMENT.accountId, region: this.#region() }[address];
      case 'strToBool': return { true: true, 1: true, false: false, 0: false }[argument ?? ''];
      default: return undefined;
    }
  }

  /** `custom.tables.0`; an empty address is the whole. A variable on the way is resolved first. */
  #at(value: unknown, address: string): unknown {
    return address.split('.').filter((key) => key !== '').reduce<unknown>((part, key) => {
      const owner = typeof part === 'string' ? this.resolve(part) : part;
      if (Array.isArray(owner)) return owner[Number(key)];
      return isMap(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined;
    }, value);
  }

  #option(name: string): unknown {
    return Object.hasOwn(this.sources.options, name) ? this.sources.options[name] : undefined;
  }

  #stage(): unknown {
    return this.#option('stage') ?? this.resolve(this.#at(this.sources.self, 'provider.stage') ?? 'dev');
  }

  #region(): unknown {
    return this.#option('region') ?? this.#at(this.sources.self, 'provider.region') ?? LOCAL_ENVIRONMENT.region;
  }
}

/** Commas separate alternatives, but not inside quotes. */
function alternatives(expression: string): readonly string[] {
  return (expression.match(/(?:'[^']*'|"[^"]*"|[^,'"])+/g) ?? []).map((part) => part.trim());
}

function literal(text: string): unknown {
  const [, quoted] = /^['"](.*)['"]$/s.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

function restored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restored);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, item]): [string, unknown] => [key, restored(item)]));
  return typeof value === 'string' ? value.replaceAll(UNRESOLVED, '') : value;
}
