/*
 * Programs as data, and their layout. Prettier would print them too, for 11 MB in every installation; ts-morph, for 14 MB and the
 * TypeScript compiler, builds programs of text.
 */

/** The widest line of a program. */
const WIDTH = 120;
const STEP = '  ';

/** An expression; a string is written verbatim. */
export type Code = string | ObjectCode | ListCode | CallCode | LinesCode;

export interface ObjectCode {
  readonly type: 'object';
  readonly members: readonly MemberCode[];
}

export interface MemberCode {
  readonly name: string;
  readonly value: Code;
  /** A comment above the member. */
  readonly comment?: string | undefined;
}

interface ListCode {
  readonly type: 'list';
  readonly items: readonly Code[];
}

interface CallCode {
  readonly type: 'call';
  readonly callee: string;
  readonly arguments: readonly Code[];
}

interface LinesCode {
  readonly type: 'lines';
  readonly text: string;
}

/** The position at which an expression begins. */
interface Position {
  /** The spaces before the line. */
  readonly indent: string;
  readonly column: number;
}

export function call(callee: string, ...args: readonly (Code | undefined)[]): Code {
  return { type: 'call', callee, arguments: args.filter((argument) => argument !== undefined) };
}

export function list(items: readonly Code[]): Code {
  return { type: 'list', items };
}

/** Members by name; those without a value are left out. */
export type Members = Readonly<Record<string, Code | undefined>>;

/** An object literal without the members that are undefined. */
export function object(values: Members): ObjectCode {
  const members = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [{ name: memberName(name), value }]));
  return { type: 'object', members };
}

/** An object literal, or undefined if it has no members. */
export function objectOrNothing(values: Members): ObjectCode | undefined {
  const code = object(values);
  return code.members.length === 0 ? undefined : code;
}

/** A plain or quoted `__proto__` would set the prototype of the object. */
export function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A record of plain data, or nothing if there is none. */
export function recordCode(values: Readonly<Record<string, unknown>>): Code | undefined {
  return Object.keys(values).length === 0 ? undefined : literal(values);
}

/** Plain data as an expression; members that are undefined are left out. */
export function literal(value: unknown): Code {
  if (typeof value === 'string') return textCode(value);
  if (Array.isArray(value)) return list(value.map(literal));
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => [name, member === undefined ? undefined : literal(member)]);
  return object(Object.fromEntries(members));
}

/** A text; one of several lines that is too long for one is written line by line. */
export function textCode(text: string): Code {
  return text.length > 60 && text.trimEnd().includes('\n') ? { type: 'lines', text } : quoted(text);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text, or nothing. */
export function optional(text: string | undefined): Code | undefined {
  return text === undefined ? undefined : textCode(text);
}

/** A text in the quotes that need no escapes. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

/** The expression on one line as long as it fits, otherwise broken from the outside in. */
export function printCode(code: Code, position: Position): string {
  const line = flat(code);
  if (line !== undefined && position.column + line.length < WIDTH) return line;
  return broken(code, position);
}

/** The expression on one line, or undefined if it needs several. */
function flat(code: Code): string | undefined {
  if (typeof code === 'string') return code;
  switch (code.type) {
    case 'lines': return undefined;
    case 'list': return joined(code.items, (items) => `[${items}]`);
    case 'call': return joined(code.arguments, (args) => `${code.callee}(${args})`);
    case 'object': return flatObject(code);
  }
}

function joined(items: readonly Code[], around: (items: string) => string): string | undefined {
  const lines = items.map(flat);
  return lines.includes(undefined) ? undefined : around(lines.join(', '));
}

function flatObject({ members }: ObjectCode): string | undefined {
  if (members.length === 0) return '{}';
  const lines = members.map(({ name, value, comment }) => {
    const line = flat(value);
    return line === undefined || comment !== undefined ? undefined : member(name, line);
  });
  return lines.includes(undefined) ? undefined : `{ ${lines.join(', ')} }`;
}

function member(name: string, value: string): string {
  return name === value && /^[\w$]+$/.test(name) ? name : `${name}: ${value}`;
}

function broken(code: Code, position: Position): string {
  if (typeof code === 'string') return code;
  const { indent } = position;
  switch (code.type) {
    case 'lines': return `${brokenList(code.text.split('\n').map(quoted), indent)}.join('\\n')`;
    case 'list': return brokenList(code.items, indent);
    case 'object': return brokenObject(code, indent);
    case 'call': return brokenCall(code, position);
  }
}

function brokenList(items: readonly Code[], indent: string): string {
  if (items.length === 0) return '[]';
  const inner = indent + STEP;
  return `[\n${items.map((item) => `${inner}${printCode(item, { indent: inner, column: inner.length })},\n`).join('')}${indent}]`;
}

function brokenObject({ members }: ObjectCode, indent: string): string {
  if (members.length === 0) return '{}';
  const inner = indent + STEP;
  const lines = members.map(({ name, value, comment }) => {
    const printed = printCode(value, { indent: inner, column: inner.length + name.length + 2 });
    return `${comment === undefined ? '' : commentLines(comment, inner)}${inner}${member(name, printed)},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** The last argument is broken if those before it fit on the line; otherwise each has a line of its own. */
function brokenCall({ callee, arguments: args }: CallCode, { indent, column }: Position): string {
  const last = args.at(-1);
  const leading = args.slice(0, -1).map(flat);
  if (last === undefined) return `${callee}()`;
  const head = `${callee}(${leading.map((argument) => `${argument ?? ''}, `).join('')}`;
  const isHeld = typeof last !== 'string' && !leading.includes(undefined);
  if (isHeld) {
    const held = head + broken(last, { indent, column: column + head.length });
    if (column + held.split('\n', 1).join('').length <= WIDTH) return `${held})`;
  }
  const inner = indent + STEP;
  return `${callee}(\n${args.map((argument) => `${inner}${printCode(argument, { indent: inner, column: inner.length })},\n`).join('')}${indent})`;
}

/** A comment, wrapped. */
export function commentLines(comment: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of comment.split(/\s+/)) {
    const isFull = line !== '' && indent.length + line.length + word.length + 4 > WIDTH;
    if (isFull) lines.push(line);
    line = line === '' || isFull ? word : `${line} ${word}`;
  }
  return [...lines, line].map((text) => `${indent}// ${text}\n`).join('');
}
