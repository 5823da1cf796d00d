import { LATEST, type ApiGraph, type Box, type BoxKind, type BoxTree } from './graph';

/** Diagrams as the text of a Mermaid flowchart. @see https://mermaid.js.org/syntax/flowchart.html */
export function mermaidText(graphs: readonly ApiGraph[]): string {
  return `${['flowchart LR', ...graphs.flatMap((graph, index) => apiLines(graph, `api${index + 1}`))].join('\n')}\n`;
}

const SHAPES: Readonly<Record<BoxKind, readonly [before: string, after: string]>> = {
  stage: ['([', '])'],
  deployment: ['(', ')'],
  route: ['[', ']'],
  authorization: ['{{', '}}'],
  integration: ['(', ')'],
  function: ['[[', ']]'],
  backend: ['[(', ')]'],
};

function apiLines(graph: ApiGraph, id: string): string[] {
  return [
    `  subgraph ${id}[${quoted(graph.title)}]`,
    '    direction LR',
    ...routeLines(graph, id).map((line) => `    ${line}`),
    '  end',
    ...stageLines(graph, id).map((line) => `  ${line}`),
  ];
}

function routeLines({ ends }: ApiGraph, id: string): string[] {
  const boxes = new Boxes(id);
  return ends.flatMap((end) => treeLines(end, undefined, boxes));
}

/** The edges of a tree, from the routes on; without a box at its root they end before it, or lead to the box after it. */
function treeLines({ box, sources }: BoxTree, after: Box | undefined, boxes: Boxes): string[] {
  const lines = sources.flatMap((source) => treeLines(source, box ?? after, boxes));
  return box === undefined || after === undefined ? lines : [...lines, `${boxes.mention(box)} --> ${boxes.mention(after)}`];
}

/** Stages lead to the definition, which is the whole API, or to other deployments. */
function stageLines({ stages, deployments }: ApiGraph, id: string): string[] {
  const boxes = new Boxes(id);
  return stages.flatMap(({ box, deployments: served }) => served.map(({ reference, isCanary }) => {
    const pinned = reference === LATEST ? undefined : deployments.get(reference);
    return `${boxes.mention(box)} ${isCanary ? '-.->' : '-->'} ${pinned === undefined ? id : boxes.mention(pinned)}`;
  }));
}

/** Holds the ids of boxes, by which they are mentioned again. */
class Boxes {
  private readonly ids = new Map<Box, string>();
  private readonly counts = new Map<BoxKind, number>();

  public constructor(private readonly prefix: string) {}

  /** The id of a box; the first time with its shape and text. */
  public mention(box: Box): string {
    const known = this.ids.get(box);
    if (known !== undefined) return known;
    const { kind, title, detail } = box;
    const count = (this.counts.get(kind) ?? 0) + 1;
    const id = `${this.prefix}${kind}${count}`;
    this.counts.set(kind, count);
    this.ids.set(box, id);
    const [before, after] = SHAPES[kind];
    return `${id}${before}${quoted(title, detail)}${after}`;
  }
}

/** Texts in quotes may contain anything but these; a first backtick would begin Markdown, and two dollar signs a formula. */
const ENTITIES = /[#"&<>`\\]|\$(?=\$)/g;

function quoted(title: string, detail?: string): string {
  const text = [title, ...(detail === undefined ? [] : [detail])]
    .map((line) => line.replace(/\s+/g, ' ').replace(ENTITIES, (character) => `#${character.charCodeAt(0)};`)).join('<br>');
  return `"${text}"`;
}
