import { loss, warning, type Issue } from '../errors';
import { commentLines, printCode, quoted, type Code } from './code';
import { camelCase, Names, pascalCase } from './names';
import type { Target } from './target';

/** Ids that constructs of an API give to what they make themselves. */
const OWN_IDS = ['Default', 'Resource', 'Deployment', 'Endpoint', 'Account', 'CloudWatchRole', 'Stage'];
const LONGEST_NAME = 140;
/** A secret that is not set may not become an empty text: what compares with it would let in everybody who sends nothing. */
const READ_SECRET = [
  'function secret(name: string): string {',
  '  const value = process.env[name];',
  "  if (value === undefined || value === '') throw new Error(`set ${name}: it is a secret and not in this program`);",
  '  return value;',
  '}\n\n',
].join('\n');
/** Names that are types only. */
const TYPES = new Set(['StackProps']);

/** A construct to be named as a spec names it. */
export interface Identified {
  /** The variable of the construct above. */
  readonly scope: string;
  /** The part before the id in the name of a construct in this scope. */
  readonly prefix: string;
  /** The name in the spec. */
  readonly name: string;
  /** The kind of the construct, which is appended to an id that is taken: `Model`. */
  readonly kind: string;
}

/** An id, and the name that has to be given because it does not follow from the id. */
export interface Identity {
  readonly id: string;
  readonly name: string | undefined;
}

/** A program as it is written: what it imports, its names and its statements. */
export class Program {
  readonly #imports = new Map<string, Set<string>>();
  readonly #names = new Names();
  readonly #ids = new Map<string, Names>();
  readonly #issues: Issue[] = [];
  readonly #secrets = new Map<string, string>();
  #text = '';
  #readsSecrets = false;

  public constructor(public readonly target: Target, public readonly stackId: string) {
    for (const name of ['app', 'secret']) this.#names.take(name);
    for (const name of target.frame) this.use(name);
  }

  /** An exported name, which is imported. */
  public use(name: string): string {
    const module = this.target.moduleOf(name);
    this.#imports.set(module, (this.#imports.get(module) ?? new Set()).add(name));
    return name;
  }

  /** A free variable, of several wanted ones the first. */
  public variable(...wanted: readonly string[]): string {
    return this.#names.take(...wanted.map(camelCase));
  }

  /** The id of a construct that has the wanted name. */
  public identify({ scope, prefix, name, kind }: Identified): Identity {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const follows = /^[A-Za-z0-9_-]+$/.test(rest) && !OWN_IDS.includes(rest) && name.length <= LONGEST_NAME;
    const wanted = follows ? rest : pascalCase(name);
    const ids = this.#ids.get(scope) ?? new Names();
    this.#ids.set(scope, ids);
    const id = ids.take(...(OWN_IDS.includes(wanted) ? [] : [wanted]), `${wanted}${kind}`);
    return { id, name: follows && id === rest ? undefined : name };
  }

  public comment(text: string): void {
    this.#text += commentLines(text, this.target.indent);
  }

  public gap(): void {
    if (!this.#text.endsWith('\n\n') && this.#text !== '') this.#text += '\n';
  }

  public constant(variable: string, code: Code): void {
    this.#statement(`const ${variable} = `, code);
  }

  public statement(code: Code): void {
    this.#statement('', code);
  }

  /** Reports a part that the program expresses differently from the spec. */
  public differs(location: string, what: string, written: string): void {
    this.#report(loss('PROGRAM_NOT_EXACT', location, { what, written }));
  }

  /** The variable of the environment that a secret is read from. @param wanted - its name, the first that no other secret has */
  public secret(location: string, what: string, { value, wanted }: { readonly value: string; readonly wanted: readonly string[] }): string {
    const isFree = (name: string): boolean => !this.#secrets.has(name) || this.#secrets.get(name) === value;
    let variable = wanted.find(isFree) ?? wanted.at(-1) ?? 'SECRET';
    for (let count = 2; !isFree(variable); count++) variable = `${wanted.at(-1) ?? 'SECRET'}_${count}`;
    this.#secrets.set(variable, value);
    this.#report(warning('PROGRAM_SECRET_LEFT_OUT', location, { what, variable }));
    return variable;
  }

  /** An expression that is the value of a variable which `secret` gave, or throws. */
  public readSecret(variable: string): string {
    this.#readsSecrets = true;
    return `secret(${quoted(variable)})`;
  }

  public get issues(): readonly Issue[] {
    return this.#issues;
  }

  /** The secrets by the variables that they are read from. */
  public get secrets(): ReadonlyMap<string, string> {
    return this.#secrets;
  }

  public get text(): string {
    const { open, close } = this.target;
    return `${this.#importLines()}\n${this.#readsSecrets ? READ_SECRET : ''}${open(this.stackId)}${this.#text.trimEnd()}\n${close(this.stackId)}`;
  }

  /** Adds an issue, unless the same message has been reported for the same location. */
  #report(issue: Issue): void {
    if (!this.#issues.some((known) => known.location === issue.location && known.message === issue.message)) this.#issues.push(issue);
  }

  #statement(start: string, code: Code): void {
    const { indent } = this.target;
    this.#text += `${indent}${start}${printCode(code, { indent, column: indent.length + start.length })};\n`;
  }

  #importLines(): string {
    const imported = (name: string): string => (TYPES.has(name) ? `type ${name}` : name);
    return [...this.#imports].sort(([left], [right]) => (left < right ? -1 : 1)).map(([module, names]) => {
      const line = `import { ${[...names].sort().map(imported).join(', ')} } from '${module}';\n`;
      return line.length <= 121 ? line : `import {\n${[...names].sort().map((name) => `  ${imported(name)},\n`).join('')}} from '${module}';\n`;
    }).join('');
  }
}
