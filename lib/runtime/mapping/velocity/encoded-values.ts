import { isMap, isMadeList, mapMarks, madeList, markedMap, type MapMarks, type ValueMap } from './values';

/** A value of a template that can be handed to another thread. */
export type EncodedValue =
  | { readonly type: 'plain'; readonly value: unknown }
  | { readonly type: 'list'; readonly isMade: boolean; readonly items: readonly EncodedValue[] }
  | EncodedMap;

export interface EncodedMap {
  readonly type: 'map';
  readonly marks: MapMarks;
  readonly members: readonly (readonly [string, EncodedValue])[];
}

/** The map with all that it holds; methods stay behind. */
export function encodeMap(map: ValueMap): EncodedMap {
  const members = Object.entries(map).map(([name, value]) => [name, encodeValue(value)] as const);
  return { type: 'map', marks: mapMarks(map), members };
}

export function decodeMap({ marks, members }: EncodedMap): ValueMap {
  return markedMap(Object.fromEntries(members.map(([name, value]) => [name, decodeValue(value)])), marks);
}

function encodeValue(value: unknown): EncodedValue {
  if (Array.isArray(value)) return { type: 'list', isMade: isMadeList(value), items: value.map(encodeValue) };
  if (isMap(value)) return encodeMap(value);
  return { type: 'plain', value: typeof value === 'function' || typeof value === 'symbol' ? undefined : value };
}

function decodeValue(encoded: EncodedValue): unknown {
  if (encoded.type === 'map') return decodeMap(encoded);
  if (encoded.type === 'plain') return encoded.value;
  const items = encoded.items.map(decodeValue);
  return encoded.isMade ? madeList(items) : items;
}
