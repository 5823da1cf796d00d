import { isDeeperThan } from './json-depth';

/*
 * Bounds of a template, checked before it is parsed. velocityjs copies its lists for every node and its stacks for every rule, so
 * its time grows with the square of what it reads: 9,000 nested calls took 100 s. Within these bounds it takes a second at most.
 */

/** References, directives and comments, each of which counts twice, and what their arguments consist of. */
const MAX_PIECES = 10_000;
/** Blocks inside of blocks, and brackets inside of brackets. */
const MAX_LEVELS = 100;
/** Nodes and lists inside of each other: chains such as `1 + 1 + 1` are nested without a bracket. */
const MAX_TREE_LEVELS = 1_000;

const REFERENCE = String.raw`\$(?:!?\{?[a-zA-Z_][\w-]*(?:\.[\w-]+)*)?`;
const BRACKETS = String.raw`[([{]|[)\]}](?:\.[\w-]+)*`;
const PIECE = new RegExp(String.raw`##[^\n]*|${REFERENCE}|#(?:\{\w+\}|\w+)?\s*|${BRACKETS}`, 'g');
/** Inside of arguments, texts in quotes are parsed by themselves. */
const ARGUMENT_PIECE = new RegExp(String.raw`"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|${REFERENCE}|#\w*|\w+|${BRACKETS}|[,:+*/%<>=!&|-]`, 'g');
const BLOCK = /^#\{?(if|foreach|macro|define|noescape|end)\b/;

interface Size {
  pieces: number;
  blocks: number;
  brackets: number;
  /** The number of brackets that were open when the arguments began; none outside of arguments. */
  argumentsIn: number | undefined;
  /** Where a bracket would begin arguments, or go on with a reference. */
  continuesAt: number;
}

/** Why a text is too large or too deeply nested to be parsed; undefined if it is not. Its time is linear. */
export function sizeProblem(template: string): string | undefined {
  const size: Size = { pieces: 0, blocks: 0, brackets: 0, argumentsIn: undefined, continuesAt: -1 };
  for (let at = 0; ;) {
    const expression = size.argumentsIn === undefined ? PIECE : ARGUMENT_PIECE;
    expression.lastIndex = at;
    const match = expression.exec(template);
    if (match === null) return undefined;
    at = expression.lastIndex;
    count(match[0], match.index, size);
    if (size.pieces > MAX_PIECES) return `more than ${MAX_PIECES} references, directives and arguments`;
    if (size.blocks > MAX_LEVELS) return `blocks nested more than ${MAX_LEVELS} levels deep`;
    if (size.brackets > MAX_LEVELS) return `brackets nested more than ${MAX_LEVELS} levels deep`;
  }
}

function count(piece: string, at: number, size: Size): void {
  const first = piece.charAt(0);
  if ('([{'.includes(first)) open(size, first !== '{' && size.continuesAt === at);
  else if (')]}'.includes(first)) close(size);
  if (first === '$' && piece.includes('{')) open(size, false);
  if (first === '#') countBlock(piece, size);
  const isStatement = '$#'.includes(first);
  if (isStatement || size.argumentsIn !== undefined) size.pieces += (isStatement ? 1 : 0) + ('$)]}'.includes(first) ? piece.split('.').length : 1);
  size.continuesAt = '$#)]}'.includes(first) ? at + piece.length : -1;
}

function open(size: Size, beginsArguments: boolean): void {
  if (beginsArguments) size.argumentsIn ??= size.brackets;
  size.brackets += 1;
}

function close(size: Size): void {
  size.brackets = Math.max(0, size.brackets - 1);
  if (size.argumentsIn !== undefined && size.brackets <= size.argumentsIn) size.argumentsIn = undefined;
}

function countBlock(piece: string, size: Size): void {
  const name = BLOCK.exec(piece)?.[1];
  if (name === 'end') size.blocks = Math.max(0, size.blocks - 1);
  else if (name !== undefined) size.blocks += 1;
}

/** Why a syntax tree is nested too deeply for the functions that follow it; undefined if it is not. */
export function depthProblem(tree: unknown): string | undefined {
  return isDeeperThan(tree, MAX_TREE_LEVELS) ? `expressions nested more than ${MAX_TREE_LEVELS / 2} levels deep` : undefined;
}
