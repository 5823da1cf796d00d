import { isObject } from '../../errors';
import type { IntegrationInput, MethodInput } from './context';
import { hasMember, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import { sampleOf } from './sample';

type MethodResponses = NonNullable<MethodInput['methodResponses']>;

/** The header of an answer that no backend made: its source. */
export const MOCK_HEADER = 'x-synthgate-mock';

/** The origin of a made-up answer: an example, or a value that fits the schema. */
export type MockSource = 'example' | 'generated';

/** The integration that stands in for a missing one, and the declaration of its response. */
export interface ExampleAnswer {
  readonly integration: IntegrationInput;
  readonly methodResponse: (declared: MethodResponses) => MethodResponses;
  /** The origin of its body; undefined without one. */
  readonly source: MockSource | undefined;
}

type Marks = Readonly<Record<string, string>>;

/**
 * The response that the document shows as an example: of the lowest status that is a success, or else of the first.
 * @param marks - further headers
 */
export function exampleAnswer(reader: DocumentReader, operation: DocumentNode, marks: Marks = {}): ExampleAnswer {
  const responses = reader.entries(reader.member(operation, 'responses')).filter(([status]) => !status.startsWith('x-'));
  const chosen = responses.find(([status]) => /^2/.test(status)) ?? responses.find(([status]) => status === 'default') ?? responses[0];
  const [status, node] = chosen ?? ['200', operation];
  const statusCode = /^[1-5]\d\d$/.test(status) ? status : `${/^[1-5]/.exec(status)?.[0] ?? '2'}00`;
  const marked = Object.entries(marks).map(([name, value]) => [`method.response.header.${name}`, `'${value}'`] as const);
  const responseParameters = { ...(chosen === undefined ? {} : exampleHeaders(reader, node)), ...Object.fromEntries(marked) };
  const responseTemplates = chosen === undefined ? {} : Object.fromEntries(bodies(reader, operation, node));
  const isShown = chosen !== undefined && showsExample(reader, node);
  return {
    source: Object.keys(responseTemplates).length === 0 ? undefined : isShown ? 'example' : 'generated',
    integration: {
      type: 'mock',
      requestTemplates: { $default: `{"statusCode": ${statusCode}}` },
      passthroughBehavior: 'NEVER',
      responses: [{ statusCode, responseParameters, responseTemplates }],
    },
    methodResponse: (declared) => {
      const mapped = Object.fromEntries(Object.keys(responseParameters).map((name) => [name, false]));
      const known = declared[statusCode] ?? {};
      return { [statusCode]: { ...known, responseParameters: { ...mapped, ...known.responseParameters } } };
    },
  };
}

/** Whether a body is an example, at the media type or in its schema. */
function showsExample(reader: DocumentReader, response: DocumentNode): boolean {
  const media = [response, ...reader.entries(reader.member(response, 'content')).map(([, node]) => node)];
  return media.flatMap((node) => [node, reader.member(node, 'schema')]).some((node) => hasMember(node, 'example') || hasMember(node, 'examples'));
}

/** Bodies by media type, as templates. */
function bodies(reader: DocumentReader, operation: DocumentNode, response: DocumentNode): (readonly [string, string])[] {
  const content = reader.entries(reader.member(response, 'content')).map(([type, node]) => [type, bodyText(reader, type, node)] as const);
  const swagger = swaggerBodies(reader, operation, response);
  return [...content, ...swagger].flatMap(([type, text]) => (text === undefined || type === '' ? [] : [[type, literal(text)] as const]));
}

/** `examples` by media type, or a value that fits the schema, of OpenAPI 2.0. */
function swaggerBodies(reader: DocumentReader, operation: DocumentNode, response: DocumentNode): (readonly [string, string | undefined])[] {
  const examples = reader.member(response, 'examples');
  const bodies = keysOf(examples).map((type) => [type, textOf(type, own(examples, type).value)] as const);
  if (bodies.length > 0 || !hasMember(response, 'schema')) return bodies;
  const holder = hasMember(operation, 'produces') ? operation : reader.root;
  const listed = reader.items(reader.member(holder, 'produces')).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const type = listed.find(isJson) ?? listed[0] ?? 'application/json';
  return isJson(type) ? [[type, JSON.stringify(sampleOf(reader, own(response, 'schema')))]] : [];
}

/** The first example of a media type; JSON has one that fits the schema if the document shows none. */
function bodyText(reader: DocumentReader, type: string, node: DocumentNode): string | undefined {
  if (hasMember(node, 'example')) return textOf(type, own(node, 'example').value);
  const [named] = reader.entries(reader.member(node, 'examples'));
  if (named !== undefined && hasMember(named[1], 'value')) return textOf(type, own(named[1], 'value').value);
  if (!hasMember(node, 'schema')) return undefined;
  const sample = sampleOf(reader, own(node, 'schema'));
  return isJson(type) || typeof sample === 'string' ? textOf(type, sample) : undefined;
}

/** JSON is often shown as text, and then is the text. */
function textOf(type: string, value: unknown): string {
  const isText = typeof value === 'string' && (!isJson(type) || /^\s*[[{].*[\]}]\s*$/s.test(value));
  return isText ? value : JSON.stringify(value);
}

function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type);
}

/** A template that prints a text as it is. */
export function literal(text: string): string {
  return /[$#]/.test(text) ? `#[[${text.replaceAll(']]#', ']]]]##[[#')}]]#` : text;
}

/** Headers that the document shows an example of; the type of the body follows from the body. */
function exampleHeaders(reader: DocumentReader, response: DocumentNode): Record<string, string> {
  const headers = reader.entries(reader.member(response, 'headers')).filter(([name]) => /^[\w-]+$/.test(name) && name.toLowerCase() !== 'content-type');
  return Object.fromEntries(headers.flatMap(([name, node]) => {
    const schema = reader.member(node, 'schema').value;
    const value = [own(node, 'example').value, own(node, 'x-example').value, isObject(schema) ? schema.example : undefined].find((example) => example !== undefined);
    const isText = (typeof value === 'string' || typeof value === 'number') && !/['\r\n]/.test(String(value));
    return isText ? [[`method.response.header.${name}`, `'${value}'`]] : [];
  }));
}
