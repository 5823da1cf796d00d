import { LoopBudget } from '../document/document-limits';
import { expandLoops, isLoop } from '../template/for-each';
import { isMembers, type Members } from '../value';
import { parameterValues, resolveParameters, type ParameterValues } from './parameters';
import { isMap, member } from './value';

/** Values that the loops of a template are expanded with. */
export interface LoopValues {
  readonly file: string;
  /** Given values of parameters; defaults apply to the others. */
  readonly parameters: ParameterValues;
  readonly region?: string | undefined;
}

/**
 * Carries out `Fn::ForEach` in the resources of a template: the transform AWS::LanguageExtensions runs before SAM's. Loops over what is
 * known only after deployment stay.
 * @throws SOURCE_UNREADABLE beyond the limit of members
 */
export function expandResourceLoops(template: unknown, { file, parameters, region = '' }: LoopValues): unknown {
  if (!isMap(template)) return template;
  const values = parameterValues(template, parameters, region);
  const loops = { budget: new LoopBudget(file), evaluate: (collection: unknown) => resolveParameters(collection, values) };
  const expanded = (value: unknown, isMade: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => expanded(item, isMade));
    if (!isMembers(value)) return value;
    const members = Object.keys(value).some(isLoop) ? expandLoops(value, loops) : value;
    const isNew = (name: string): boolean => isMade || !Object.hasOwn(value, name);
    const result = Object.fromEntries(Object.entries(members).map(([name, item]) => [name, expanded(item, isNew(name))]));
    return isMade ? substitutedText(result) : result;
  };
  const resources = member(template, 'Resources');
  return resources === undefined ? template : { ...template, Resources: expanded(resources, false) };
}

/** `Fn::Sub` of a text in which a loop has replaced all that was to be replaced; SAM takes none for a path. */
function substitutedText(value: Members): unknown {
  const text = value['Fn::Sub'];
  return Object.keys(value).length === 1 && typeof text === 'string' && !text.includes('${') ? text : value;
}
