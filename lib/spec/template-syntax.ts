import type * as VelocityModule from 'velocityjs';
import { depthProblem, sizeProblem } from './template-size';

/** The parts of velocityjs's syntax tree that the engine reads; literal text is a node of its own. */
export type Node = string | Block | Directive;
export type Block = readonly [Directive, ...Node[]];

export interface Directive {
  readonly type: string;
  readonly id: string;
  readonly value?: unknown;
  /** Call of a macro. */
  readonly args?: readonly Expression[] | false;
  /** `#set`: target and source. */
  readonly equal?: readonly [Reference, Expression];
  /** `#foreach`: source and loop variable. */
  readonly from?: Expression;
  readonly to?: string;
  readonly pos?: Position;
}

/** Lines from 1, columns from 0. */
interface Position {
  readonly first_line: number;
  readonly first_column: number;
}

export interface Reference {
  readonly type: string;
  readonly id: string;
  readonly path?: readonly PathStep[] | null;
}

export type PathStep =
  | { readonly type: 'property'; readonly id: string }
  | { readonly type: 'index'; readonly id: Expression }
  | { readonly type: 'method'; readonly id: string; readonly args?: readonly Expression[] | false };

export interface Expression {
  readonly type: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly expression?: readonly Expression[];
  readonly isEval?: boolean;
  readonly isRange?: boolean;
}

/** A template ready to be rendered many times. */
export interface ParsedTemplate {
  readonly nodes: readonly Node[];
  /** Syntax trees of its double-quoted strings, which contain references themselves. */
  readonly texts: ReadonlyMap<string, readonly Node[]>;
}

/** A parsed template, or the problem with line and column. */
export type TemplateReading = { readonly template: ParsedTemplate } | { readonly problem: string };

/**
 * Parses a mapping template. White space around it is not significant. The engine's library is loaded with the first one.
 * @example readTemplate('#set($x = )') // { problem: 'line 1, column 11: unexpected ")"' }
 */
export function readTemplate(text: string): TemplateReading {
  const leading = /^\s*/.exec(text)?.[0].split('\n').length ?? 1;
  const trimmed = text.trim();
  const size = sizeProblem(trimmed);
  if (size !== undefined) return { problem: size };
  const known = knownNotation(trimmed);
  const template = withMaskedQuotes(known);
  let nodes: readonly Node[];
  try {
    nodes = template === known ? parseNodes(template) : unmasked(parseNodes(template));
  } catch (cause) {
    return { problem: cause instanceof TemplateSizeError ? cause.message : placed(syntaxError(cause, template), leading) };
  }
  const block = blockError(nodes, template);
  if (block !== undefined) return { problem: placed(block, leading) };
  const foreign = foreignDirective(nodes);
  if (foreign !== undefined) return { problem: placed(mistakeAt(foreign, `mapping templates have no #${foreign.id}`), leading) };
  const texts = new Map<string, readonly Node[]>();
  try {
    collectTexts(nodes, texts);
  } catch (cause) {
    if (cause instanceof TemplateSizeError) return { problem: cause.message };
    throw cause;
  }
  return { template: { nodes, texts } };
}

/** Thrown for what is too large or too deeply nested to be parsed. */
class TemplateSizeError extends Error {}

/** Text that only looks like a directive or an empty comment, and notations that the parser does not support. */
const NOTATIONS = /'(?:(?!#\*\*#)[^'\n])*#\*\*#[^'\n]*'|#\[\[.*?\]\]#|#\*.*?\*#|##[^\n]*|\\#|#stop\b(?!\()|#\{(?:if|elseif|foreach|set|macro|define|break|stop)\}/gs;

/** `#stop`, empty comments and directive names in braces, rewritten for the parser; columns are kept where possible. */
function knownNotation(template: string): string {
  return template.replace(NOTATIONS, (notation) => {
    const name = /^#\{?(if|elseif|foreach|set|macro|define|break|stop)\}?$/.exec(notation)?.[1];
    if (name === undefined) return notation === '#**#' ? '#* *#' : notation;
    return name === 'stop' ? '#stop()' : `#${name}  `;
  });
}

/** Where the arguments of a directive, or of a method of a reference, begin. */
const ARGUMENTS = /(?:#\{?\w+\}?\s*|\$!?\{?\w[\w.-]*|[)\]]\.\w+)\(/g;

/** The masks of doubled quotes by the kind of quote, as long as the doubled quote. */
const MASKS: Readonly<Record<string, string>> = { '"': '\uF8F0\uF8F0', '\'': '\uF8F1\uF8F1' };

/** A quote in a text is written twice (`"say ""hi"""`), which the parser does not know. */
function withMaskedQuotes(template: string): string {
  if (!/""|''/.test(template) || /[\uF8F0\uF8F1]/.test(template)) return template;
  let masked = '';
  let position = 0;
  for (ARGUMENTS.lastIndex = 0; ARGUMENTS.exec(template) !== null; ARGUMENTS.lastIndex = position) {
    masked += template.slice(position, ARGUMENTS.lastIndex);
    position = ARGUMENTS.lastIndex;
    for (let depth = 1; depth > 0 && position < template.length;) {
      const [token] = /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[^"'()]+|[^])/.exec(template.slice(position)) ?? [''];
      const quote = token.length > 1 ? token.charAt(0) : '';
      masked += quote in MASKS ? `${quote}${token.slice(1, -1).replaceAll(quote + quote, MASKS[quote] ?? '')}${quote}` : token;
      depth += token === '(' ? 1 : token === ')' ? -1 : 0;
      position += token.length;
    }
  }
  return masked + template.slice(position);
}

/** One quote in texts, and what the template has in literal parts. */
function unmasked<Tree>(tree: Tree, isText = false): Tree {
  if (typeof tree === 'string') {
    const masks = Object.entries(MASKS);
    return masks.reduce<string>((text, [quote, mask]) => text.replaceAll(mask, isText ? quote : quote + quote), tree) as Tree & string;
  }
  if (Array.isArray(tree)) return tree.map((child: unknown) => unmasked(child)) as Tree & unknown[];
  if (typeof tree !== 'object' || tree === null) return tree;
  const ofText = (tree as { readonly type?: unknown }).type === 'string';
  const members = Object.entries(tree).map(([name, value]: [string, unknown]) => [name, unmasked(value, ofText && name === 'value')]);
  return Object.fromEntries(members) as Tree & object;
}

/** @throws TemplateSizeError, an error of jison */
function parseNodes(text: string): readonly Node[] {
  const size = sizeProblem(text);
  if (size !== undefined) throw new TemplateSizeError(size);
  // Loaded lazily: most APIs have no templates.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { parse } = require('velocityjs') as typeof VelocityModule;
  const nodes = parse(text) as unknown as readonly Node[]; // velocityjs publishes no type for what its parser returns
  const depth = depthProblem(nodes);
  if (depth !== undefined) throw new TemplateSizeError(depth);
  return nodes;
}

/** Lines and columns from 1. */
interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

function placed({ line, column, what }: Mistake, firstLine: number): string {
  return `line ${line + firstLine - 1}, column ${column}: ${what}`;
}

/** The members of jison's errors; lexer errors have no `loc`. */
interface ParseError {
  readonly message?: string;
  readonly hash?: {
    readonly text?: string;
    readonly line?: number;
    readonly loc?: { readonly last_line: number; readonly last_column: number };
  };
}

function syntaxError(cause: unknown, template: string): Mistake {
  const { hash, message = '' } = cause as ParseError; // whatever was thrown: all members are optional
  if (hash?.loc !== undefined) {
    const text = hash.text === undefined || hash.text === '' ? 'end' : JSON.stringify(hash.text.slice(0, 40));
    return { line: hash.loc.last_line, column: hash.loc.last_column + 1, what: `unexpected ${text}` };
  }
  const line = hash?.line ?? 0;
  const column = shownColumn(template.split('\n')[line] ?? '', message);
  const what = hash === undefined ? String(cause) : 'a text that is not closed, or a character that means nothing here';
  return { line: line + 1, column: column + 1, what };
}

/** The lexer reports its column only as a drawing: an excerpt with an arrow below it. */
function shownColumn(line: string, message: string): number {
  const [, shown = '', arrow = ''] = message.split('\n');
  const [before, after] = [shown.slice(0, arrow.length - 1).replace(/^\.\.\./, ''), shown.slice(arrow.length - 1, arrow.length + 5)];
  const columns = Array.from({ length: line.length + 1 }, (_, column) => column);
  return columns.find((column) => {
    const [left, right] = [line.slice(0, column), line.slice(column)];
    return (left.endsWith(before) || before.endsWith(left)) && (right.startsWith(after) || after.startsWith(right)) && right !== '';
  }) ?? 0;
}

/** Appended to a template: if it is the last top-level node, every block was closed exactly once. */
const END: Reference = { type: 'references', id: 'synthgate_end_of_template' };

/** The parser closes blocks without `#end` itself and ignores text after a surplus `#end`. Velocity rejects both. */
function blockError(nodes: readonly Node[], template: string): Mistake | undefined {
  const stray = strayElse(nodes);
  if (stray !== undefined) return mistakeAt(stray, '#else or #elseif outside of #if');
  if (!BLOCK.test(template)) return undefined;
  const ended = endOf(template);
  if (ended === 'reached' || ended === 'unknown') return undefined;
  if (ended !== 'missing') return mistakeAt(ended, `#${ended.type} without #end`);
  const lines = template.slice(0, surplusEnd(template)).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, what: '#end without a block' };
}

/** A directive that begins or ends a block. */
const BLOCK = /#\{?(if|foreach|macro|define|noescape|end)\b/;
/** The same, and text that only looks like one. */
const BLOCKS = new RegExp(`#\\[\\[.*?\\]\\]#|#\\*.*?\\*#|##[^\n]*|\\\\#|${BLOCK.source}`, 'gs');

/** Position of the first `#end` without a block. */
function surplusEnd(template: string): number {
  let open = 0;
  for (const { index, 1: name } of template.matchAll(BLOCKS)) {
    if (name === 'end' && open === 0) return index;
    if (name !== undefined) open += name === 'end' ? -1 : 1;
  }
  return template.length;
}

function mistakeAt({ pos }: Directive, what: string): Mistake {
  return { line: pos?.first_line ?? 1, column: (pos?.first_column ?? 0) + 1, what };
}

/** Where the parser finds the end marker: at the top level, inside a block, or nowhere. */
function endOf(template: string): 'reached' | 'missing' | 'unknown' | Directive {
  let nodes: readonly Node[];
  try {
    nodes = parseNodes(`${template}\n\${${END.id}}`);
  } catch {
    return 'unknown';
  }
  const open = nodes.filter(isBlock).find((block) => JSON.stringify(block).includes(`"${END.id}"`));
  if (open !== undefined) return open[0];
  return nodes.some((node) => typeof node === 'object' && 'id' in node && node.id === END.id) ? 'reached' : 'missing';
}

/** Directives of Velocity that would read files or evaluate text. */
const FOREIGN = new Set(['evaluate', 'include', 'parse']);

function foreignDirective(nodes: readonly Node[]): Directive | undefined {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const directive = isBlock(node) ? foreignDirective(node) : node.type === 'macro_call' && FOREIGN.has(node.id) ? node : undefined;
    if (directive !== undefined) return directive;
  }
  return undefined;
}

function strayElse(nodes: readonly Node[], within = ''): Directive | undefined {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const directive = isBlock(node) ? strayElse(node.slice(1), node[0].type) : within !== 'if' && /^else(if)?$/.test(node.type) ? node : undefined;
    if (directive !== undefined) return directive;
  }
  return undefined;
}

function isBlock(node: Node): node is Block {
  return Array.isArray(node);
}

/** Finds every double-quoted string with references, including nested ones. */
function collectTexts(node: unknown, texts: Map<string, readonly Node[]>): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, isEval } = node as Expression;
  if (type === 'string' && isEval === true && typeof value === 'string' && !texts.has(value)) {
    texts.set(value, parsedText(value));
    collectTexts(texts.get(value), texts);
  }
  for (const child of Object.values(node)) collectTexts(child, texts);
}

/** A string that is not a template, such as a regular expression, stays literal. */
function parsedText(text: string): readonly Node[] {
  try {
    return parseNodes(text);
  } catch (cause) {
    if (cause instanceof TemplateSizeError) throw cause;
    return [text];
  }
}
