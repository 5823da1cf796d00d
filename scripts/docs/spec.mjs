// docs/reference/spec.md: every member of a spec, from its JSON Schema. A node inside a node is a chapter of its own.
import { anchor, code, generatedFrom, page, plain, table } from './markdown.mjs';

/** Placeholders for the keys of a map, in the path of a chapter. */
const KEYS = {
  resources: '<path>', stages: '<stage>', methods: '<METHOD>', methodResponses: '<status>', apiKeys: '<key>', usagePlans: '<plan>',
  gatewayResponses: '<TYPE>', methodSettings: '<path/METHOD>',
};
/** How the types of JSON Schema are called. */
const WORDS = { string: 'string', integer: 'whole number', number: 'number', boolean: 'boolean', null: '`null`', object: 'object' };
/** zod's bounds of whole numbers, which say nothing. */
const NO_BOUNDS = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/** The page about the spec. */
export function specPage(schema) {
  const chapters = collectChapters(schema);
  return page([
    generatedFrom('lib/spec'),
    '# The spec of a gateway',
    'One JSON document is the model of a gateway: constructs write it, the runtime serves it. The tables show what may be written; '
      + 'members with a default may be left out. A spec that was read, or synthesized, is complete and canonical: sorted keys, two '
      + 'spaces, no code, no absolute paths. Unknown members are refused. `<name>` in a heading stands for any key.',
    `JSON Schema for editors: ${code('specJsonSchema()')} of ${code('synthgate/spec')}.`,
    ...chapters.flatMap((chapter) => chapterText(chapter, chapters)),
  ]);
}

/** Objects in the order they are met, each shape once; the same shape elsewhere links to its first place. */
function collectChapters(schema) {
  const chapters = [];
  const visit = (node, place) => {
    for (const variant of variantsOf(node)) {
      const shape = JSON.stringify(variant.properties);
      if (chapters.some((chapter) => chapter.shape === shape)) continue;
      const title = variantsOf(node).length > 1 ? `${place}, type ${kindOf(variant)}` : place;
      const forms = chapters.filter((chapter) => chapter.title.startsWith(title) && /^(, form \d+)?$/.test(chapter.title.slice(title.length)));
      chapters.push({ shape, title: forms.length === 0 ? title : `${title}, form ${forms.length + 1}`, node: variant });
      for (const [name, member] of Object.entries(variant.properties)) visit(member, place === '' ? name : `${place}.${name}`);
    }
    if (isMap(node)) visit(node.additionalProperties, `${place}.${KEYS[place.split('.').at(-1)] ?? '<name>'}`);
    if (node.type === 'array') visit(node.items, `${place}[]`);
    for (const choice of node.anyOf ?? []) visit(choice, place);
  };
  visit(schema, '');
  return chapters;
}

function variantsOf(node) {
  if (node.oneOf !== undefined) return node.oneOf.filter((variant) => variant.properties !== undefined);
  return node.properties === undefined ? [] : [node];
}

function isMap(node) {
  return typeof node.additionalProperties === 'object' && node.properties === undefined;
}

function kindOf(variant) {
  return variant.properties.type?.const ?? '';
}

function chapterText({ title, node }, chapters) {
  const rows = Object.entries(node.properties).map(([name, member]) => [
    code(name),
    typeText(member, chapters),
    defaultText(member, (node.required ?? []).includes(name)),
    [...new Set(rangeTexts(member))].join('; '),
    plain(member.description ?? ''),
  ]);
  return [
    `## ${anchor(idOf(title))}${title === '' ? 'The document' : code(title)}`,
    ...(node.description === undefined ? [] : [plain(node.description)]),
    rows.length === 0 ? 'No members.' : table(['member', 'type', 'default', 'range', 'what it is'], rows),
  ];
}

function typeText(node, chapters) {
  const variants = variantsOf(node);
  if (variants.length > 0) return variants.map((variant) => linkTo(variant, chapters)).join(' or ');
  if (node.const !== undefined) return code(JSON.stringify(node.const));
  if (node.enum !== undefined) return node.enum.map((one) => code(JSON.stringify(one))).join(' or ');
  if (node.anyOf !== undefined) return node.anyOf.map((one) => typeText(one, chapters)).join(' or ');
  if (node.type === 'array') return `list of ${typeText(node.items, chapters)}`;
  if (isMap(node)) return `map of ${typeText(node.additionalProperties, chapters)}`;
  return [node.type].flat().map((type) => WORDS[type] ?? 'any').join(' or ');
}

function linkTo(variant, chapters) {
  const { title } = chapters.find(({ shape }) => shape === JSON.stringify(variant.properties));
  const kind = kindOf(variant);
  const name = kind === '' ? title.split('.').filter((part) => !part.startsWith('<')).at(-1) : kind;
  return `[${name}](#${idOf(title)})`;
}

function defaultText(node, isRequired) {
  if (node.default !== undefined) return code(JSON.stringify(node.default));
  return isRequired ? '**required**' : 'none';
}

function rangeTexts(node) {
  const inside = node.type === 'array' ? rangeTexts(node.items).map((text) => `each: ${text}`) : [];
  const values = isMap(node) ? rangeTexts(node.additionalProperties).map((text) => `values: ${text}`) : [];
  const keys = node.propertyNames === undefined ? [] : rangeTexts(node.propertyNames).map((text) => `keys: ${text}`);
  const choices = (node.anyOf ?? []).flatMap(rangeTexts);
  const keyNames = node.propertyNames?.enum === undefined ? [] : [`keys: ${node.propertyNames.enum.map(code).join(' ')}`];
  return [...boundTexts(node), ...inside, ...keyNames, ...keys, ...values, ...choices];
}

function boundTexts(node) {
  return [
    bounds(node.exclusiveMinimum === 0 ? 1 : node.minimum, node.maximum, ''),
    bounds(node.minLength, node.maxLength, ' character'),
    bounds(node.minItems, node.maxItems, ' entry'),
    node.pattern === undefined ? '' : code(node.pattern),
  ].filter((text) => text !== '');
}

/** @param singular - what is counted, in the singular; empty for plain numbers */
function bounds(least, most, singular) {
  const [from, to] = [least, most].map((bound) => (bound === undefined || NO_BOUNDS.includes(bound) ? undefined : bound.toLocaleString('en-GB')));
  const unit = singular === '' || (most ?? least) === 1 ? singular : singular.replace(/y$/, 'ie').concat('s');
  if (from !== undefined && to !== undefined) return `${from}–${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to === undefined ? '' : `at most ${to}${unit}`;
}

function idOf(title) {
  return title === '' ? 'document' : title.replace(/[<>]/g, '').replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '').toLowerCase();
}
