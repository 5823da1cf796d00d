import { LATEST, type ApiGraph, type Box, type BoxKind } from './graph';
import { COLUMN_OF, COLUMNS, placeTrees, type Column, type PlacedBox, type PlacedEdge } from './layout';

/** Diagrams as one SVG picture, API below API: text without fonts, scripts or addresses, the same bytes on every machine. */
export function svgText(graphs: readonly ApiGraph[]): string {
  let y = MARGIN;
  const parts = graphs.map((graph) => {
    const part = apiPart(graph, y);
    y += part.height + MARGIN;
    return part;
  });
  const width = Math.max(0, ...parts.map((part) => part.width)) + MARGIN;
  const height = Math.max(y, MARGIN * 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(graphs.map(({ title }) => title).join(', '))}</title>`,
    STYLE,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...parts.flatMap(({ lines }) => lines),
    '</svg>\n',
  ].join('\n');
}

const MARGIN = 20;
const COLUMN_GAP = 44;
const FRAME_PADDING = 16;
const HEAD_HEIGHT = 56;
const BOX_PADDING = 10;
const MOST_CHARACTERS: Readonly<Record<Column, number>> = {
  stage: 24, deployment: 24, route: 44, authorization: 34, integration: 34, end: 44,
};

const STYLE = `<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; }
.paper { fill: #ffffff; } .frame { fill: #f6f8fa; stroke: #d1d9e0; } .name { font-weight: bold; }
.detail, .heading { font-size: 10px; fill: #59636e; }
.edge { fill: none; stroke: #818b98; } .canary { stroke-dasharray: 4 3; } .arrow { fill: #818b98; }
.box { fill: #ffffff; stroke: #818b98; } .authorization { fill: #fff8c5; stroke: #bf8700; } .integration { fill: #ddf4ff; stroke: #0969da; }
.function { fill: #dafbe1; stroke: #1a7f37; } .backend { fill: #fbefff; stroke: #8250df; } .stage { fill: #eaeef2; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; } .paper { fill: #0d1117; } .frame { fill: #151b23; stroke: #3d444d; } .detail, .heading { fill: #9198a1; }
.box { fill: #0d1117; stroke: #656c76; } .authorization { fill: #272115; stroke: #9e6a03; } .integration { fill: #121d2f; stroke: #1f6feb; }
.function { fill: #12261e; stroke: #238636; } .backend { fill: #211b2e; stroke: #8957e5; } .stage { fill: #212830; }
}
</style>`;

interface Place {
  readonly x: number;
  readonly width: number;
}

type Places = Readonly<Partial<Record<Column, Place>>>;

function apiPart(graph: ApiGraph, top: number) {
  const routes = placeTrees(graph.ends, top + HEAD_HEIGHT);
  const served = placeStages(graph, top + HEAD_HEIGHT);
  const boxes = [...served.boxes, ...routes.boxes];
  const { places, frame, width } = placeColumns(boxes, graph.title);
  const height = HEAD_HEIGHT + Math.max(routes.height, served.height) + FRAME_PADDING;
  const lines = [
    `<rect class="frame" x="${frame.x}" y="${top}" width="${frame.width}" height="${height}" rx="8"/>`,
    textLine({ x: frame.x + FRAME_PADDING, y: top + 22, text: graph.title, kind: 'name' }),
    ...headings(graph, places, top + HEAD_HEIGHT - 10),
    ...[...served.edges, ...routes.edges].map((edge) => edgeLine(edge, places)),
    ...served.boxes.filter(({ box }) => box === graph.deployments.get(LATEST)).map((latest) => toFrame(latest, places, frame.x)),
    ...boxes.map((placed) => boxLines(placed, places)),
  ];
  return { lines, width, height };
}

/** Stages and deployments, each in a column of its own, from the top. */
function placeStages({ stages, deployments }: ApiGraph, top: number) {
  const column = (boxes: readonly Box[]) => placeTrees(boxes.map((box) => ({ box, sources: [] })), top);
  const [placedStages, placedDeployments] = [column(stages.map(({ box }) => box)), column([...deployments.values()])];
  const boxes = [...placedStages.boxes, ...placedDeployments.boxes];
  const placed = new Map(boxes.map((one) => [one.box, one]));
  const edges = stages.flatMap(({ box, deployments: served }) => served.flatMap(({ reference, isCanary }): PlacedEdge[] => {
    const [from, to] = [placed.get(box), placed.get(deployments.get(reference) ?? box)];
    return from === undefined || to === undefined ? [] : [{ from, to, isCanary }];
  }));
  return { boxes, edges, height: Math.max(placedStages.height, placedDeployments.height) };
}

/** Columns as wide as their texts; those without boxes have no place. The frame is around all that belongs to the definition. */
function placeColumns(boxes: readonly PlacedBox[], title: string) {
  const places: Partial<Record<Column, Place>> = {};
  let x = MARGIN;
  let frameX = MARGIN;
  for (const column of COLUMNS) {
    const widths = boxes.filter((placed) => placed.column === column).map(({ box }) => boxWidth(box));
    if (column === 'route') {
      frameX = x;
      x += FRAME_PADDING;
    }
    if (widths.length === 0) continue;
    const width = Math.max(...widths, Math.ceil(smallWidth(HEADINGS[column] ?? '')));
    places[column] = { x, width };
    x += width + COLUMN_GAP;
  }
  const right = Math.max(x - COLUMN_GAP, frameX + FRAME_PADDING + textWidth(title)) + FRAME_PADDING;
  return { places, frame: { x: frameX, width: right - frameX }, width: right };
}

function boxWidth(box: Box): number {
  const { title, detail = '' } = textsOf(box);
  return Math.ceil(Math.max(textWidth(title), smallWidth(detail))) + 2 * BOX_PADDING;
}

function smallWidth(text: string): number {
  return textWidth(text) * 10 / 12;
}

function textsOf({ kind, title, detail }: Box): Pick<Box, 'title' | 'detail'> {
  const most = MOST_CHARACTERS[COLUMN_OF[kind]];
  return { title: shortened(title, most), ...(detail === undefined ? {} : { detail: shortened(detail, Math.floor(most * 1.2)) }) };
}

/** Routes have that of their kind of API. */
const HEADINGS: Readonly<Record<Column, string | undefined>> = {
  stage: 'Stage', deployment: 'Deployment', route: undefined,
  authorization: 'Authorization', integration: 'Integration', end: 'Function or backend',
};

function headings({ routesHeading }: ApiGraph, places: Places, y: number): string[] {
  return COLUMNS.flatMap((column) => {
    const place = places[column];
    return place === undefined ? [] : [textLine({ x: place.x, y, text: HEADINGS[column] ?? routesHeading, kind: 'heading' })];
  });
}

const CORNERS: Readonly<Record<BoxKind, number>> = {
  stage: 14, deployment: 8, route: 3, authorization: 3, integration: 8, function: 3, backend: 14,
};

function boxLines({ box, column, y, height }: PlacedBox, places: Places): string {
  const { x, width } = places[column] ?? { x: 0, width: 0 };
  const { title, detail } = textsOf(box);
  const isShortened = title !== box.title || detail !== box.detail;
  const first = detail === undefined ? y + 4 : y - 2;
  return [
    '<g>',
    ...(isShortened ? [`<title>${escaped(box.detail === undefined ? box.title : `${box.title}\n${box.detail}`)}</title>`] : []),
    `<rect class="box ${box.kind}" x="${x}" y="${y - height / 2}" width="${width}" height="${height}" rx="${CORNERS[box.kind]}"/>`,
    textLine({ x: x + BOX_PADDING, y: first, text: title }),
    ...(detail === undefined ? [] : [textLine({ x: x + BOX_PADDING, y: first + 14, text: detail, kind: 'detail' })]),
    '</g>',
  ].join('\n');
}

function textLine({ x, y, text, kind }: { readonly x: number; readonly y: number; readonly text: string; readonly kind?: string }): string {
  return `<text${kind === undefined ? '' : ` class="${kind}"`} x="${x}" y="${y}">${escaped(text)}</text>`;
}

/** An edge bends just before the box that it leads to, so it passes the columns between beside their boxes. */
function edgeLine({ from, to, isCanary = false }: PlacedEdge, places: Places): string {
  const [start, end] = [places[from.column], places[to.column]];
  if (start === undefined || end === undefined) return '';
  return arrow({ x: start.x + start.width, y: from.y }, { x: end.x, y: to.y }, isCanary ? 'edge canary' : 'edge');
}

function toFrame({ column, y }: PlacedBox, places: Places, x: number): string {
  const place = places[column];
  return place === undefined ? '' : arrow({ x: place.x + place.width, y }, { x, y });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function arrow(from: Point, to: Point, kind = 'edge'): string {
  const bend = to.x - COLUMN_GAP;
  const middle = to.x - COLUMN_GAP / 2;
  const curve = from.y === to.y ? `H${to.x - 6}` : `H${bend} C${middle} ${from.y} ${middle} ${to.y} ${to.x - 6} ${to.y}`;
  return `<path class="${kind}" d="M${from.x} ${from.y} ${curve}"/>\n<path class="arrow" d="M${to.x} ${to.y} l-7 -3.5 v7 z"/>`;
}

/** The width of a character of the font of diagrams, which is monospaced. */
const CHARACTER_WIDTH = 7.25;
/** East Asian and pictorial characters are as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u;
/** Characters that XML does not have, not even escaped. @see https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1) * CHARACTER_WIDTH, 0);
}

/** A text inside an element or attribute of SVG. */
function escaped(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The text without its middle where it is longer: paths and addresses differ at both ends. */
function shortened(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  if (characters.length <= most) return characters.join('');
  const before = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, before).join('')}…${characters.slice(characters.length - (most - 1 - before)).join('')}`;
}
