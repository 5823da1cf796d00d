import { isObject } from '../../errors';
import type { IntegrationInput } from './context';
import { keysOf, own, textValue, type DocumentNode, type DocumentReader } from './document-reader';
import { present } from '../http-api-resources';

interface MappingNode {
  readonly reader: DocumentReader;
  readonly node: DocumentNode;
}

type Mapping = Pick<Extract<IntegrationInput, { readonly type: 'mock' }>, 'requestParameters' | 'requestTemplates' | 'passthroughBehavior' | 'contentHandling' | 'responses'>;
export type IntegrationResponse = Mapping['responses'][number];

/** Reads the members of an integration that maps requests and responses. Invalid values are refused when the spec is read. */
export function mappingMembers(mapping: MappingNode): Mapping {
  const { reader, node } = mapping;
  const passthroughBehavior = reader.text(node, 'passthroughBehavior')?.toUpperCase() as Mapping['passthroughBehavior']; // read with the spec
  return {
    requestParameters: requestParametersOf(mapping),
    requestTemplates: textsOf(mapping, 'requestTemplates'),
    ...present({ passthroughBehavior, contentHandling: contentHandling(mapping) }),
    responses: integrationResponses(mapping),
  };
}

export function requestParametersOf(mapping: MappingNode): Record<string, string> {
  return textsOf(mapping, 'requestParameters');
}

/** The texts of a map; other values are left out, as API Gateway does. */
export function textsOf({ reader, node }: MappingNode, key: string): Record<string, string> {
  const map = reader.member(node, key);
  const texts: Record<string, string> = {};
  for (const name of keysOf(map)) {
    const member = own(map, name);
    const text = textValue(member.value);
    if (text !== undefined) texts[name] = text;
    else if (member.value !== null) reader.lose('OPENAPI_MEMBER_LEFT_OUT', member, { member: `${key} "${name}"`, reason: 'it is not a string' });
  }
  return texts;
}

function contentHandling({ reader, node }: MappingNode): Mapping['contentHandling'] {
  return (reader.text(node, 'contentHandling')?.toUpperCase() || undefined) as Mapping['contentHandling']; // read with the spec
}

/** Integration responses by pattern. A status has one: of two that have the same, the later replaces the other. */
export function integrationResponses({ reader, node }: MappingNode): IntegrationResponse[] {
  const responses = new Map<string, IntegrationResponse>();
  for (const [pattern, response] of reader.entries(reader.member(node, 'responses'))) {
    if (!isObject(response.value)) continue;
    const statusCode = reader.text(response, 'statusCode') ?? (/^[1-5]\d\d$/.test(pattern) ? pattern : '200');
    const mapping = { reader, node: response };
    if (responses.has(statusCode)) {
      reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: `an integration response of status ${statusCode}`, reason: `"${pattern}" has the same status and replaces it` });
      responses.delete(statusCode);
    }
    responses.set(statusCode, {
      statusCode,
      ...present({ selectionPattern: pattern === 'default' ? undefined : pattern, contentHandling: contentHandling(mapping) }),
      responseParameters: textsOf(mapping, 'responseParameters'),
      responseTemplates: textsOf(mapping, 'responseTemplates'),
    });
  }
  return [...responses.values()];
}
