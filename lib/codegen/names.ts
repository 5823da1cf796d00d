/** Words that name no variable in a strict TypeScript module. */
const RESERVED = new Set([
  'arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum', 'eval', 'export',
  'extends', 'false', 'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package',
  'private', 'process', 'protected', 'public', 'require', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined',
  'var', 'void', 'while', 'with', 'yield', 'exports', 'module', 'props', 'scope', 'id',
]);

/** Names that are used once each. */
export class Names {
  readonly #taken = new Set<string>();

  /** The first of the wanted names that is free, else the last with a number. */
  public take(...wanted: readonly string[]): string {
    const free = wanted.find((name) => this.#isFree(name)) ?? this.#numbered(wanted.at(-1) ?? 'value');
    this.#taken.add(free);
    return free;
  }

  #numbered(wanted: string): string {
    let name = wanted;
    for (let count = 2; !this.#isFree(name); count++) name = `${wanted}${count}`;
    return name;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !RESERVED.has(name);
  }
}

/** `list-pets`, `ListPets` and `LISTPets` become `listPets`. */
export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  const start = /^[A-Z]+(?![a-z])|^[A-Z]/.exec(pascal)?.[0] ?? '';
  return start.toLowerCase() + pascal.slice(start.length);
}

/** `list-pets` and `listPets` become `ListPets`. */
export function pascalCase(text: string): string {
  const words = unaccented(text).match(/[A-Za-z0-9]+/g) ?? ['Value'];
  const name = words.map((word) => word.charAt(0).toUpperCase() + (isShouted(word) && words.length > 1 ? word.slice(1).toLowerCase() : word.slice(1))).join('');
  return /^\d/.test(name) ? `N${name}` : name;
}

function unaccented(text: string): string {
  return text.normalize('NFKD').replace(/\p{Mark}/gu, '');
}

function isShouted(word: string): boolean {
  return /[A-Z]{2}/.test(word) && word === word.toUpperCase();
}

/** `LIST_PETS`, for variables of the environment. */
export function constantCase(text: string): string {
  const words = unaccented(text).replace(/([a-z0-9])([A-Z])/g, '$1_$2').match(/[A-Za-z0-9]+/g) ?? ['VALUE'];
  const name = words.join('_').toUpperCase();
  return /^\d/.test(name) ? `N${name}` : name;
}

/** `pets` becomes `pet`; undefined for words that have no such ending. */
export function singular(word: string): string | undefined {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(ss|us|is)$/.test(word)) return undefined;
  if (/(x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && word.length > 2 ? word.slice(0, -1) : undefined;
}
