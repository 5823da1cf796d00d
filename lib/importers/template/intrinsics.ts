import { tokensIn, tokenText } from '../../spec';
import { isMembers, splitOnce, textOf, numberOf } from '../value';
import type { Scope } from './scope';

/** `Ref`: a parameter, a pseudo parameter, or what identifies a resource. */
const ref: Intrinsic = (argument, scope) => {
  const value = typeof argument === 'string' ? scope.reference(argument) : undefined;
  return value === undefined ? problem(`there is no parameter or resource ${String(argument)}`) : known(value);
};

/** `Fn::GetAtt`: `[resource, attribute]` or `resource.attribute`. */
const getAtt: Intrinsic = (argument, scope) => {
  const parts = typeof argument === 'string' ? splitOnce(argument) : Array.isArray(argument) ? argument : [];
  const [resource, ...attribute] = parts.map((part) => textOf(part));
  if (resource === undefined || attribute.length === 0 || attribute.includes(undefined)) return problem('expected a resource and an attribute');
  const value = scope.attribute(resource, attribute.join('.'));
  return value === undefined ? problem(`there is no resource ${resource}`) : known(value);
};

/** `Fn::ImportValue`: what another stack exports. */
const importValue: Intrinsic = (argument, scope) => {
  const name = textOf(argument);
  return name === undefined ? problem('expected the name of an export') : known(scope.importValue(name));
};

/** `Fn::FindInMap`: `[map, first key, second key, { DefaultValue }]`. */
const findInMap: Intrinsic = (argument, scope) => {
  const [map, first, second, options]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  const keys = [map, first, second].map((key) => textOf(key) ?? '');
  const value = scope.mapping(keys[0] ?? '', keys[1] ?? '', keys[2] ?? '');
  if (value !== undefined) return known(value);
  if (isMembers(options) && 'DefaultValue' in options) return known(options.DefaultValue);
  const unknown = keys.flatMap((key) => tokensIn(key));
  return problem(unknown.length > 0 ? `${unknown.join(', ')} is known only after deployment` : `there is no mapping ${keys.join('.')}`);
};

/** The value of an intrinsic function, or the reason why it has none. */
type IntrinsicResult = { readonly value: unknown } | { readonly problem: string };

/** An intrinsic function: what it is given has been evaluated. */
type Intrinsic = (argument: unknown, scope: Scope) => IntrinsicResult;

const known = (value: unknown): IntrinsicResult => ({ value });
const problem = (reason: string): IntrinsicResult => ({ problem: reason });

/** A reference in the text of `Fn::Sub`; `${!name}` is not one. */
const REFERENCE = /\$\{([^!{}][^{}]*)\}/g;
const TOKEN = /(\$\{token:[^}]+\})/;

/** `Fn::Join`: `[delimiter, list]`. */
const join: Intrinsic = (argument) => {
  const [delimiter, items]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  if (typeof delimiter !== 'string') return problem('expected a delimiter and a list');
  // a list that is known only after deployment is one token
  if (typeof items === 'string') return known(items);
  if (!Array.isArray(items)) return problem('expected a delimiter and a list');
  return known(items.map((item) => asText(item)).join(delimiter));
};

/** `Fn::Sub`: a text with `${name}` and `${resource.attribute}`, alone or with values of its own. */
const sub: Intrinsic = (argument, scope) => {
  const [text, values]: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  if (typeof text !== 'string') return problem('expected a string');
  const own = isMembers(values) ? values : {};
  const unknown: string[] = [];
  // tokens are values that have been put in already
  const parts = text.split(TOKEN).map((part) => (TOKEN.test(part) ? part : part.replace(REFERENCE, (whole, reference: string) => {
    const name = reference.trim();
    const value = Object.hasOwn(own, name) ? own[name] : referenced(name, scope);
    if (value === undefined) unknown.push(name);
    return value === undefined ? whole : asText(value);
  }).replaceAll('${!', '${')));
  const missing = unknown.filter((name) => !name.startsWith('stageVariables.'));
  return missing.length > 0 ? problem(`there is no parameter or resource ${missing.join(', ')}`) : known(parts.join(''));
};

function referenced(name: string, scope: Scope): unknown {
  const result = name.includes('.') ? getAtt(name, scope) : ref(name, scope);
  return 'value' in result ? result.value : undefined;
}

/** `Fn::Split`: `[delimiter, text]`. A token is not split. */
const split: Intrinsic = (argument) => {
  const [delimiter, text]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  if (typeof delimiter !== 'string' || delimiter === '' || textOf(text) === undefined) return problem('expected a delimiter and a string');
  const parts = [''];
  for (const piece of asText(text).split(TOKEN)) {
    const [first = '', ...others] = TOKEN.test(piece) ? [piece] : piece.split(delimiter);
    parts.push(`${parts.pop() ?? ''}${first}`, ...others);
  }
  return known(parts);
};

/** `Fn::Select`: `[index, list]`. Of a text that is known only after deployment, a part is too. */
const select: Intrinsic = (argument) => {
  const [index, items]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  const at = Number(textOf(index) ?? NaN);
  if (!Number.isInteger(at)) return problem('expected an index and a list');
  const list = typeof items === 'string' ? items.split(',') : items;
  if (!Array.isArray(list)) return problem('expected an index and a list');
  if (at >= 0 && at < list.length) return known(list[at]);
  const [token] = list.flatMap((item) => (typeof item === 'string' ? tokensIn(item) : []));
  return token === undefined ? problem(`there is no item ${at} in a list of ${list.length}`) : known(tokenText(`${token}.${at}`));
};

const base64: Intrinsic = (argument) => {
  const text = textOf(argument);
  return text === undefined ? problem('expected a string') : known(Buffer.from(text).toString('base64'));
};

const toJsonString: Intrinsic = (argument) => known(JSON.stringify(argument));

function asText(value: unknown): string {
  return textOf(value) ?? (Array.isArray(value) ? value.map(asText).join(',') : JSON.stringify(value) ?? '');
}

/** `Fn::Length`: of a list. */
const length: Intrinsic = (argument) => (Array.isArray(argument) ? known(argument.length) : problem('expected a list'));

/** `Fn::GetAZs`: of a region, by default the stack's. */
const getAzs: Intrinsic = (argument, scope) => {
  const region = textOf(argument) ?? '';
  return known(['a', 'b', 'c'].map((zone) => `${region === '' ? scope.region : region}${zone}`));
};

const BITS = { v4: 32, v6: 128 } as const;
const MAX_BLOCKS = 256;

/** `Fn::Cidr`: `[block, count, bits]`, blocks of that many host bits, one after the other. */
const cidr: Intrinsic = (argument) => {
  const [block, count, hostBits]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  const [address = '', prefix] = (textOf(block) ?? '').split('/');
  const base = numberOfAddress(address);
  const blocks = numberOf(count) ?? 0;
  if (base === undefined || !/^\d+$/.test(prefix ?? '')) return problem('expected a block of addresses');
  const bits = numberOf(hostBits) ?? (BITS[base.family] === 32 ? 8 : 64);
  const total = BITS[base.family];
  if (blocks < 1 || blocks > MAX_BLOCKS || bits < 1 || bits > total - Number(prefix)) return problem('the blocks do not fit');
  if (BigInt(blocks) << BigInt(bits) > 1n << BigInt(total - Number(prefix))) return problem('the blocks do not fit');
  const first = (base.value >> BigInt(total - Number(prefix))) << BigInt(total - Number(prefix));
  const at = (index: number): bigint => first + (BigInt(index) << BigInt(bits));
  return known(Array.from({ length: blocks }, (_, index) => `${addressOf(at(index), base.family)}/${total - bits}`));
};

type Family = keyof typeof BITS;

function numberOfAddress(text: string): { readonly value: bigint; readonly family: Family } | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    const parts = text.split('.').map(Number);
    return parts.some((part) => part > 255) ? undefined : { value: parts.reduce((all, part) => (all << 8n) + BigInt(part), 0n), family: 'v4' };
  }
  if (!/^[\da-f:]+$/i.test(text) || !URL.canParse(`http://[${text}]/`)) return undefined;
  const [left = '', right] = text.split('::');
  const groups = (half: string | undefined): string[] => (half === undefined || half === '' ? [] : half.split(':'));
  const missing = 8 - groups(left).length - groups(right).length;
  const all = [...groups(left), ...Array<string>(missing).fill('0'), ...groups(right)];
  return { value: all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n), family: 'v6' };
}

function addressOf(value: bigint, family: Family): string {
  if (family === 'v4') return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

/** Every intrinsic function that gives a value, by name; `Fn::If` and `Fn::Transform` choose what is evaluated. */
export const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  'Ref': ref,
  'Fn::GetAtt': getAtt,
  'Fn::ImportValue': importValue,
  'Fn::FindInMap': findInMap,
  'Fn::Join': join,
  'Fn::Sub': sub,
  'Fn::Split': split,
  'Fn::Select': select,
  'Fn::Base64': base64,
  'Fn::ToJsonString': toJsonString,
  'Fn::Length': length,
  'Fn::GetAZs': getAzs,
  'Fn::Cidr': cidr,
};
