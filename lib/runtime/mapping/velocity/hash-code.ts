import { spend } from '../../sandbox/step-budget';
import { doubleValue, isJavaNumber, JavaDecimal, kindOf, type JavaNumber } from '../java-number';
import { isMap, spendOn } from '../json';
import { namesOf } from './values';

/** Java's `hashCode` of a text, number, list or map. @throws StepLimitError */
export function hashCode(value: unknown): number {
  spendOn(value);
  return hashOf(value);
}

function hashOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return hashOfText(value);
  if (typeof value === 'boolean') return value ? 1231 : 1237;
  if (isJavaNumber(value)) return hashOfNumber(value);
  if (Array.isArray(value)) return value.reduce<number>((hash, item) => (Math.imul(31, hash) + hashOf(item)) | 0, 1);
  return isMap(value) ? namesOf(value).reduce((sum, name) => (sum + (hashOfText(name) ^ hashOf(value[name]))) | 0, 0) : 0;
}

function hashOfText(text: string): number {
  spend(1 + text.length / 16);
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0;
  return hash;
}

function hashOfNumber(value: JavaNumber): number {
  if (value instanceof JavaDecimal) return (Math.imul(31, hashOfDigits(value.unscaled)) + value.scale) | 0;
  if (kindOf(value) === 'double') return hashOfLong(bitsOf(doubleValue(value)));
  const integer = typeof value === 'bigint' ? value : BigInt(doubleValue(value));
  if (BigInt.asIntN(32, integer) === integer) return Number(integer);
  return BigInt.asIntN(64, integer) === integer ? hashOfLong(integer) : hashOfDigits(integer);
}

function hashOfLong(value: bigint): number {
  const bits = BigInt.asUintN(64, value);
  return Number(BigInt.asIntN(32, bits ^ (bits >> 32n)));
}

/** As of a BigInteger: by its words of 32 bits. */
function hashOfDigits(value: bigint): number {
  const digits = (value < 0n ? -value : value).toString(16);
  spend(1 + digits.length);
  const words = digits.padStart(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  const hash = words.reduce((sum, word) => (Math.imul(31, sum) + parseInt(word, 16)) | 0, 0);
  return value < 0n ? -hash | 0 : hash;
}

function bitsOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}
