import { defaultResponseDescription, isSunset, SUNSET_MEMBER } from '../../spec';
import type { MethodInput } from './context';
import { type DocumentNode, type DocumentReader } from './document-reader';

/** The texts of an operation; values of other types, and empty ones, say nothing. */
export function documentationOf(reader: DocumentReader, operation: DocumentNode): Pick<MethodInput, 'documentation'> {
  const tags = reader.items(reader.member(operation, 'tags')).flatMap(({ value }) => textOf(value) ?? []);
  const documentation = {
    ...member('summary', textOf(reader.member(operation, 'summary').value)),
    ...member('description', textOf(reader.member(operation, 'description').value)),
    ...(tags.length === 0 ? {} : { tags }),
    ...(reader.member(operation, 'deprecated').value === true ? { deprecated: true } : {}),
    ...sunsetOf(reader, operation),
  };
  return Object.keys(documentation).length === 0 ? {} : { documentation };
}

/** The day from which on an operation may be gone; a text that is no day is reported, as nobody would be told of the end. */
export function sunsetOf(reader: DocumentReader, operation: DocumentNode): { readonly sunset?: string } {
  const node = reader.member(operation, SUNSET_MEMBER);
  if (isSunset(node.value)) return { sunset: node.value };
  if (node.value !== undefined) {
    reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: SUNSET_MEMBER, reason: `${JSON.stringify(node.value)} is not a day such as 2027-06-30` });
  }
  return {};
}

/** The description of a response: OpenAPI wants one, so that of an export which has none is made up. */
export function responseDescription(reader: DocumentReader, response: DocumentNode, status: string): Partial<Record<'description', string>> {
  const description = textOf(reader.member(response, 'description').value);
  return description === defaultResponseDescription(status) ? {} : member('description', description);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function member<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  // the computed name is the parameter
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;
}
