import type { EncodedMap, EncodedValue } from '../../sandbox/encoded-value';
import { isBoxedNumber, JavaDecimal, JavaDouble } from '../java-number';
import { isMap } from '../json';
import { isMadeList, mapMarks, madeList, markedMap, type ValueMap } from './values';

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
  if (isBoxedNumber(value)) return value instanceof JavaDouble ? { type: 'double', value: value.value } : { type: 'decimal', unscaled: value.unscaled, scale: value.scale };
  return { type: 'scalar', value: typeof value === 'function' || typeof value === 'symbol' ? undefined : value };
}

function decodeValue(encoded: EncodedValue): unknown {
  switch (encoded.type) {
    case 'map': return decodeMap(encoded);
    case 'scalar': return encoded.value;
    case 'double': return new JavaDouble(encoded.value);
    case 'decimal': return new JavaDecimal(encoded.unscaled, encoded.scale);
    case 'list': return encoded.isMade ? madeList(encoded.items.map(decodeValue)) : encoded.items.map(decodeValue);
  }
}
