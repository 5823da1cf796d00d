import { tokensIn, tokenText } from '../../../spec';
import { isMembers, textOf } from '../../value';
import type { Scope } from '../scope';
import { getAtt, ref } from './references';
import { known, problem, type Intrinsic } from './result';

/** A reference in the text of `Fn::Sub`; `${!name}` is not one. */
const REFERENCE = /\$\{([^!{}][^{}]*)\}/g;
const TOKEN = /(\$\{token:[^}]+\})/;

/** `Fn::Join`: `[delimiter, list]`. */
export const join: Intrinsic = (argument) => {
  const [delimiter, items]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  if (typeof delimiter !== 'string') return problem('expected a delimiter and a list');
  // a list that is known only after deployment is one token
  if (typeof items === 'string') return known(items);
  if (!Array.isArray(items)) return problem('expected a delimiter and a list');
  return known(items.map((item) => asText(item)).join(delimiter));
};

/** `Fn::Sub`: a text with `${name}` and `${resource.attribute}`, alone or with values of its own. */
export const sub: Intrinsic = (argument, scope) => {
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
export const split: Intrinsic = (argument) => {
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
export const select: Intrinsic = (argument) => {
  const [index, items]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  const at = Number(textOf(index) ?? NaN);
  if (!Number.isInteger(at)) return problem('expected an index and a list');
  const list = typeof items === 'string' ? items.split(',') : items;
  if (!Array.isArray(list)) return problem('expected an index and a list');
  if (at >= 0 && at < list.length) return known(list[at]);
  const [token] = list.flatMap((item) => (typeof item === 'string' ? tokensIn(item) : []));
  return token === undefined ? problem(`there is no item ${at} in a list of ${list.length}`) : known(tokenText(`${token}.${at}`));
};

/** `Fn::Base64`. */
export const base64: Intrinsic = (argument) => {
  const text = textOf(argument);
  return text === undefined ? problem('expected a string') : known(Buffer.from(text).toString('base64'));
};

/** `Fn::ToJsonString`. */
export const toJsonString: Intrinsic = (argument) => known(JSON.stringify(argument));

/** A value in a text. */
function asText(value: unknown): string {
  return textOf(value) ?? (Array.isArray(value) ? value.map(asText).join(',') : JSON.stringify(value) ?? '');
}
