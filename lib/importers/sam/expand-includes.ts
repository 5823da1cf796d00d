import { isMap, member, type JsonMap } from './value';

const TRANSFORM = 'Fn::Transform';

/** The content of an included file, or undefined where it is not local. */
export type Include = (location: string) => unknown;

/** `AWS::Include` inside a template is carried out before SAM's transform: the definition of an API is often included. */
export function expandIncludes(value: unknown, include: Include): unknown {
  if (Array.isArray(value)) return value.map((item) => expandIncludes(item, include));
  if (!isMap(value)) return value;
  const { [TRANSFORM]: transform, ...rest } = value;
  const content = included(transform, include);
  const own: JsonMap = content === undefined ? value : rest;
  const expanded = Object.fromEntries(Object.entries(own).map(([key, item]) => [key, expandIncludes(item, include)]));
  if (content === undefined) return expanded;
  return isMap(content) ? { ...content, ...expanded } : content;
}

function included(transform: unknown, include: Include): unknown {
  const location = member(member(transform, 'Parameters'), 'Location');
  if (member(transform, 'Name') !== 'AWS::Include' || typeof location !== 'string') return undefined;
  return include(location);
}
