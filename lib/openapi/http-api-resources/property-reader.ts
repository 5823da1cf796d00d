import { tokensIn } from '../../spec';
import { booleanOf, isMembers, numberOf, textOf, type Members } from './value';

/** A property that is not understood. */
export interface PropertyProblem {
  /** With the properties around it: `StageDescription.CacheClusterSize`. */
  readonly name: string;
  readonly reason: string;
}

/** Whether a member stands for others that are not here: an include, or a loop, that could not be carried out. */
export function isUnknownMembers(name: string): boolean {
  return name.startsWith('Fn::');
}

/**
 * Reads the properties of a resource. What is there and not understood is a problem, never nothing: whoever reads decides whether a
 * method must not be called because of it, or that a part is named as lost.
 */
export class PropertyReader {
  readonly #problems: PropertyProblem[];

  public constructor(private readonly properties: Members, private readonly owner = '', problems: PropertyProblem[] = []) {
    this.#problems = problems;
    for (const name of Object.keys(properties).filter(isUnknownMembers)) problems.push({ name: `${owner}${name}`, reason: 'what it adds is not known here' });
  }

  /** The properties that have not been understood so far, nested ones included. */
  public get problems(): readonly PropertyProblem[] {
    return this.#problems;
  }

  /** The same as sentences. */
  public get reasons(): readonly string[] {
    return this.#problems.map(({ name, reason }) => `${name}: ${reason}`);
  }

  /** The names of all members. */
  public get names(): readonly string[] {
    return Object.keys(this.properties);
  }

  public text(name: string): string | undefined {
    return this.#read(name, textOf, 'a string');
  }

  public number(name: string): number | undefined {
    return this.#read(name, numberOf, 'a number');
  }

  public boolean(name: string): boolean | undefined {
    return this.#read(name, booleanOf, 'true or false');
  }

  /** Names a property without which the others say nothing, unless it is there and was not understood. */
  public require(name: string): void {
    if (this.#value(name) === undefined) this.refuse(name, 'it is missing');
  }

  /** Names a property whose value is of the right kind and cannot be used. */
  public refuse(name: string, reason: string): void {
    this.#problems.push({ name: `${this.owner}${name}`, reason });
  }

  /** One of some words, in whatever case. */
  public oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    return this.#read(name, (value) => words.find((word) => word === textOf(value)?.toUpperCase()), `one of ${words.join(', ')}`);
  }

  /** A list of texts; one text is a list of one. */
  public list(name: string): string[] {
    const values = [this.#value(name) ?? []].flat();
    return values.flatMap((value) => textOf(value) ?? this.#problem(name, value, 'a list of strings') ?? []);
  }

  /** A list of some words. */
  public words<Word extends string>(name: string, words: readonly Word[]): Word[] {
    return this.list(name).flatMap((value) => words.find((word) => word === value.toUpperCase()) ?? this.#problem(name, value, `one of ${words.join(', ')}`) ?? []);
  }

  /** Texts by name; what is an object is its JSON. */
  public texts(name: string): Record<string, string> {
    return this.#byName(name, (value) => textOf(value) ?? (typeof value === 'object' ? JSON.stringify(value) : undefined), 'a string');
  }

  /** Texts by name, without those that are known only after deployment. */
  public knownTexts(name: string): Record<string, string> {
    return this.#byName(name, (value) => (tokensIn(textOf(value) ?? '').length > 0 ? undefined : textOf(value)), 'a string');
  }

  /** Booleans by name. */
  public flags(name: string): Record<string, boolean> {
    return this.#byName(name, booleanOf, 'true or false');
  }

  /** The members of an object; an absent object has none. */
  public member(name: string): PropertyReader {
    const members = this.#read(name, (value) => (isMembers(value) ? value : undefined), 'an object') ?? {};
    return new PropertyReader(members, `${this.owner}${name}.`, this.#problems);
  }

  /** The items of a list of objects. */
  public members(name: string): PropertyReader[] {
    const values = [this.#value(name) ?? []].flat();
    return values.flatMap((value) => (isMembers(value) ? new PropertyReader(value, `${this.owner}${name}.`, this.#problems) : this.#problem(name, value, 'a list of objects') ?? []));
  }

  #value(name: string): unknown {
    const value = Object.hasOwn(this.properties, name) ? this.properties[name] : undefined;
    return value ?? undefined;
  }

  #read<Value>(name: string, read: (value: unknown) => Value | undefined, expected: string): Value | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : read(value) ?? this.#problem(name, value, expected);
  }

  #byName<Value>(name: string, read: (value: unknown) => Value | undefined, expected: string): Record<string, Value> {
    const members = this.#read(name, (value) => (isMembers(value) ? value : undefined), 'an object') ?? {};
    return Object.fromEntries(Object.entries(members).flatMap(([key, value]): [string, Value][] => {
      if (value === undefined || value === null) return [];
      const entry = read(value) ?? this.#problem(`${name}.${key}`, value, expected);
      return entry === undefined ? [] : [[key, entry]];
    }));
  }

  #problem(name: string, value: unknown, expected: string): undefined {
    const unknown = typeof value === 'string' ? tokensIn(value) : [];
    const text = JSON.stringify(value);
    const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text;
    const reason = unknown.length > 0 ? `${unknown.join(', ')} is known only after deployment` : `${shown} is not ${expected}`;
    this.#problems.push({ name: `${this.owner}${name}`, reason });
  }
}
