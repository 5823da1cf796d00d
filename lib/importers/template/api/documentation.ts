import { warning } from '../../../errors';
import { isSunset, SUNSET_MEMBER, type GatewaySpecInput, type HttpMethodSpec } from '../../../spec';
import { jsonIn, membersOf, textOf, type Members } from '../../value';
import type { Resource } from '../stack';
import type { ApiSource } from './api-source';
import { present, type MethodInput, type ResourcesInput } from './draft';

/** Adds the texts of documentation parts to the methods and responses that they are about; others are noted. */
export function withDocumentation(spec: GatewaySpecInput, parts: readonly Resource[], { report }: ApiSource): GatewaySpecInput {
  const resources = parts.reduce<ResourcesInput>((documented, part) => {
    const properties = part.stack.properties(part);
    const texts = membersOf(jsonIn(textOf(properties.Properties)));
    const changed = withPart(documented, membersOf(properties.Location), texts);
    const unread = changed === undefined ? ['Location', 'Properties'] : Object.keys(texts).filter((name) => !KNOWN.includes(name)).map((name) => `Properties.${name}`);
    if (unread.length > 0) report(part, warning('IMPORT_PROPERTY_NOTED', part.logicalId, { names: unread.join(', ') }));
    return changed ?? documented;
  }, spec.resources ?? {});
  return parts.length === 0 ? spec : { ...spec, resources };
}

const KNOWN: readonly string[] = ['summary', 'description', 'tags', 'deprecated', SUNSET_MEMBER];

/** Undefined if the part is about something else, or says nothing. */
function withPart(resources: ResourcesInput, location: Members, texts: Members): ResourcesInput | undefined {
  const [path = '', httpMethod = ''] = [textOf(location.Path), textOf(location.Method)?.toUpperCase()];
  const resource = resources[path];
  const method = resource?.methods?.[httpMethod as HttpMethodSpec]; // any other text is no key
  const documented = method === undefined ? undefined : documentedMethod(method, location, texts);
  if (resource === undefined || documented === undefined) return undefined;
  return { ...resources, [path]: { ...resource, methods: { ...resource.methods, [httpMethod]: documented } } };
}

function documentedMethod(method: MethodInput, location: Members, texts: Members): MethodInput | undefined {
  const [summary, description] = [texts.summary, texts.description].map((text) => textOf(text) || undefined);
  if (textOf(location.Type) === 'METHOD') {
    const tags = Array.isArray(texts.tags) ? texts.tags.flatMap((tag) => textOf(tag) || []) : [];
    const documentation = {
      ...present({ summary, description, tags: tags.length === 0 ? undefined : tags }),
      ...(texts.deprecated === true ? { deprecated: true } : {}),
      ...(isSunset(texts[SUNSET_MEMBER]) ? { sunset: texts[SUNSET_MEMBER] } : {}),
    };
    const isEmpty = Object.keys(documentation).length === 0;
    return isEmpty ? undefined : { ...method, documentation: { ...method.documentation, ...documentation } };
  }
  const status = textOf(location.StatusCode) ?? '';
  const response = method.methodResponses?.[status];
  if (textOf(location.Type) !== 'RESPONSE' || response === undefined || description === undefined) return undefined;
  return { ...method, methodResponses: { ...method.methodResponses, [status]: { ...response, description } } };
}
