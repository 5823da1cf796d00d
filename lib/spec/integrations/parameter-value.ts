import { isObject } from '../../errors';

/** The form in which a service takes a parameter, whose mapped value is a text. */
export type ParameterForm = 'text' | 'segment' | 'region' | 'integer' | 'time' | 'base64' | 'list' | 'attributes';

/** Attributes of a message by name: `{ "source": { "DataType": "String", "StringValue": "shop" } }` */
export type MessageAttributes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A value as a service takes it. */
export type ParameterValue = string | number | readonly string[] | MessageAttributes;

/** The forms for people. */
export const FORM_TEXTS: Readonly<Record<ParameterForm, string>> = {
  'text': 'a text', 'segment': 'a segment of a path', 'region': 'a region, such as eu-west-1', 'integer': 'a whole number', 'time': 'a time, such as 2026-01-31T12:00:00Z', 'base64': 'a text',
  'list': 'a list, as JSON or with commas', 'attributes': 'a JSON object of attributes, such as {"source": {"DataType": "String", "StringValue": "shop"}}',
};

/** A number above is in milliseconds, as `$context.requestTimeEpoch` is, and one below in seconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

const READERS: Readonly<Record<ParameterForm, (text: string) => ParameterValue | undefined>> = {
  'text': (text) => text,
  'segment': (text) => (text === '.' || text === '..' ? undefined : text),
  'region': (text) => (/^[a-z]{2,}(-[a-z]+)+-\d+$/.test(text) ? text : undefined),
  'integer': (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  'time': (text) => secondsIn(text),
  'base64': (text) => Buffer.from(text, 'utf8').toString('base64'),
  'list': (text) => (text.startsWith('[') ? listIn(parsed(text)) : text.split(',').map((item) => item.trim())),
  'attributes': (text) => attributesIn(parsed(text)),
};

/** The text as the value of a parameter; undefined if it does not have that form. */
export function parameterValue(form: ParameterForm, text: string): ParameterValue | undefined {
  return READERS[form](text);
}

/** Seconds since 1970, as the JSON protocols have it. */
function secondsIn(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) < FIRST_MILLISECONDS ? Number(text) : Number(text) / 1_000;
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time / 1_000;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it has not the form
  }
}

function listIn(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function attributesIn(value: unknown): MessageAttributes | undefined {
  const isAttribute = (attribute: unknown): attribute is Record<string, string> =>
    isObject(attribute) && Object.values(attribute).every((part) => typeof part === 'string');
  if (!isObject(value)) return undefined;
  const attributes = Object.entries(value).filter((entry): entry is [string, Record<string, string>] => isAttribute(entry[1]));
  return attributes.length === Object.keys(value).length ? Object.fromEntries(attributes) : undefined;
}
