import { numberOf, textOf } from '../../value';
import { known, problem, type Intrinsic } from './result';

/** `Fn::Length`: of a list. */
export const length: Intrinsic = (argument) => (Array.isArray(argument) ? known(argument.length) : problem('expected a list'));

/** `Fn::GetAZs`: of a region, by default the stack's. */
export const getAzs: Intrinsic = (argument, scope) => {
  const region = textOf(argument) ?? '';
  return known(['a', 'b', 'c'].map((zone) => `${region === '' ? scope.region : region}${zone}`));
};

const BITS = { v4: 32, v6: 128 } as const;
const MAX_BLOCKS = 256;

/** `Fn::Cidr`: `[block, count, bits]`, blocks of that many host bits, one after the other. */
export const cidr: Intrinsic = (argument) => {
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
