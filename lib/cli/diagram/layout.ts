import type { Box, BoxKind, BoxTree } from './graph';

/**
 * Places trees of boxes in columns. The columns are given, the rows are in the order of the route table, and edges lead to the next boxes
 * only, so nothing is left to minimize: a box stands in the middle of what leads to it, and no edges cross. A layout library
 * (@dagrejs/dagre 3) would add 62 kB to the package, and another version of it would move the boxes of pictures that are committed.
 */
export interface PlacedBox {
  readonly box: Box;
  readonly column: Column;
  /** The middle of the box. */
  readonly y: number;
  readonly height: number;
}

/** An edge from the middle of a box to that of another. */
export interface PlacedEdge {
  readonly from: PlacedBox;
  readonly to: PlacedBox;
  readonly isCanary?: boolean;
}

export interface PlacedTrees {
  readonly boxes: readonly PlacedBox[];
  readonly edges: readonly PlacedEdge[];
  readonly height: number;
}

export const COLUMNS = ['stage', 'deployment', 'route', 'authorization', 'integration', 'end'] as const;
export type Column = (typeof COLUMNS)[number];

export const COLUMN_OF: Readonly<Record<BoxKind, Column>> = {
  stage: 'stage', deployment: 'deployment', route: 'route', authorization: 'authorization', integration: 'integration', function: 'end', backend: 'end',
};

const LINE_HEIGHT = 28;
const DETAIL_HEIGHT = 14;
/** Between the rows of one tree, and between trees. */
const ROW_GAP = 8;
const TREE_GAP = 10;

function boxHeight({ detail }: Box): number {
  return detail === undefined ? LINE_HEIGHT : LINE_HEIGHT + DETAIL_HEIGHT;
}

/** Places trees below each other. @param top - of the first one */
export function placeTrees(trees: readonly BoxTree[], top: number): PlacedTrees {
  const boxes: PlacedBox[] = [];
  const edges: PlacedEdge[] = [];
  let y = top;
  for (const tree of trees) {
    const placed = placeTree(tree, y);
    boxes.push(...placed.boxes);
    edges.push(...placed.edges);
    y += placed.height + ROW_GAP + TREE_GAP;
  }
  return { boxes, edges, height: Math.max(0, y - top - ROW_GAP - TREE_GAP) };
}

interface PlacedTree extends PlacedTrees {
  /** The boxes that lead on: the root, or the last ones before a root without a box. */
  readonly ends: readonly PlacedBox[];
}

function placeTree({ box, sources }: BoxTree, top: number): PlacedTree {
  const sourcesHeight = treeHeights(sources);
  const height = box === undefined ? sourcesHeight : Math.max(boxHeight(box), sourcesHeight);
  const placed = placeSources(sources, top + (height - sourcesHeight) / 2);
  const boxes = placed.flatMap((tree) => tree.boxes);
  const edges = placed.flatMap((tree) => tree.edges);
  const before = placed.flatMap(({ ends }) => ends);
  if (box === undefined) return { boxes, edges, height, ends: before };
  const root: PlacedBox = { box, column: COLUMN_OF[box.kind], y: middleOf(before) ?? top + height / 2, height: boxHeight(box) };
  return { boxes: [...boxes, root], edges: [...edges, ...before.map((from) => ({ from, to: root }))], height, ends: [root] };
}

function placeSources(sources: readonly BoxTree[], top: number): PlacedTree[] {
  let y = top;
  return sources.map((source) => {
    const placed = placeTree(source, y);
    y += placed.height + ROW_GAP;
    return placed;
  });
}

function treeHeights(trees: readonly BoxTree[]): number {
  const heights = trees.map(({ box, sources }) => Math.max(box === undefined ? 0 : boxHeight(box), treeHeights(sources)));
  return heights.reduce((sum, height) => sum + height, 0) + ROW_GAP * Math.max(0, heights.length - 1);
}

function middleOf(boxes: readonly PlacedBox[]): number | undefined {
  const [first, last] = [boxes[0], boxes.at(-1)];
  return first === undefined || last === undefined ? undefined : (first.y + last.y) / 2;
}
