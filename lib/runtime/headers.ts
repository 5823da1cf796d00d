/** One header line as it was sent: the name keeps its spelling. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

export type HeaderList = readonly HeaderField[];

/** All values of a header, in order; names without case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter((field) => field.name.toLowerCase() === wanted).map((field) => field.value);
}

/** The last value of a header, as API Gateway takes it; names without case. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headerValues(headers, name).at(-1);
}

/** The list without some headers; `names` in lower case. */
export function withoutHeaders(headers: HeaderList, names: ReadonlySet<string>): HeaderField[] {
  return headers.filter((field) => !names.has(field.name.toLowerCase()));
}

/** The media type of a Content-Type or Accept value: lower case, without parameters, the first of a list. */
export function mediaType(value: string | undefined): string | undefined {
  const first = value?.split(',', 1)[0]?.split(';', 1)[0]?.trim().toLowerCase();
  return first === undefined || first === '' ? undefined : first;
}
