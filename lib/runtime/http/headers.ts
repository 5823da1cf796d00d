/** One header line as it was sent, with the spelling of its name. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

export type HeaderList = readonly HeaderField[];

const MAX_NAMES = 2_000;
const MAX_NAME_CHARACTERS = 64;
const lowerNames = new Map<string, string>();

/** A header's name in lower case. Clients use few names in few spellings; a look-up costs a tenth of a conversion. */
export function lowerName(name: string): string {
  const known = lowerNames.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  if (lowerNames.size < MAX_NAMES && name.length <= MAX_NAME_CHARACTERS) lowerNames.set(name, lower);
  return lower;
}

const sameNames = new Map<string, string>();

/** The same text for each name: V8 finds members by it at once, and would look a new one up among all its texts. */
export function sameName(name: string): string {
  const known = sameNames.get(name);
  if (known !== undefined) return known;
  if (sameNames.size >= MAX_NAMES || name.length > MAX_NAME_CHARACTERS) return name;
  const own = Buffer.from(name, 'latin1').toString('latin1'); // what is cut out of a request keeps all of it in memory
  sameNames.set(own, own);
  return own;
}

/** All values of a header, in order; the name is case-insensitive. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = lowerName(name);
  return headers.filter((field) => lowerName(field.name) === wanted).map((field) => field.value);
}

/** The last value of a header, which is the one API Gateway uses; the name is case-insensitive. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = lowerName(name);
  for (let index = headers.length - 1; index >= 0; index--) {
    const field = headers[index];
    if (field !== undefined && lowerName(field.name) === wanted) return field.value;
  }
  return undefined;
}

/** The list without some headers; `names` in lower case. */
export function withoutHeaders(headers: HeaderList, names: ReadonlySet<string>): HeaderField[] {
  return headers.filter((field) => !names.has(lowerName(field.name)));
}

/** The media type of a Content-Type or Accept value: lower case, without parameters, the first of a list. */
export function mediaType(value: string | undefined): string | undefined {
  const first = value?.split(',', 1)[0]?.split(';', 1)[0]?.trim().toLowerCase();
  return first === undefined || first === '' ? undefined : first;
}
