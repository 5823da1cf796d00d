import type { LoopBudget } from '../document/document-limits';
import { isMembers, itemsOf, textOf, type Members } from '../value';

const LOOP = 'Fn::ForEach::';

/** Whether a member is a loop of the transform AWS::LanguageExtensions. */
export function isLoop(name: string): boolean {
  return name.startsWith(LOOP);
}

/** The context that the loops of a template share. */
export interface Loops {
  /** Evaluates a collection. */
  readonly evaluate: (collection: unknown) => unknown;
  readonly budget: LoopBudget;
}

/**
 * The members with every loop expanded: `Fn::ForEach::<name>: [identifier, collection, { key: value }]`. In keys and values
 * `${identifier}` and `&{identifier}` stand for the item, the latter without what a key may not contain. A loop of another form stays as
 * it is: whoever reads the members finds something that is not known.
 */
export function expandLoops(members: Members, loops: Loops): Members {
  const expanded = (name: string, member: unknown) => (isLoop(name) ? expansion(member, loops) : undefined) ?? [[name, member] as const];
  return Object.fromEntries(Object.entries(members).flatMap(([name, member]) => expanded(name, member)));
}

function expansion(loop: unknown, loops: Loops): [string, unknown][] | undefined {
  const [identifier, collection, output]: readonly unknown[] = Array.isArray(loop) ? loop : [];
  if (typeof identifier !== 'string' || !isMembers(output)) return undefined;
  const values = loops.evaluate(collection);
  if (typeof values !== 'string' && !Array.isArray(values)) return undefined;
  const items = typeof values === 'string' ? values.split(',') : itemsOf(values);
  return items.flatMap((item) => {
    loops.budget.spend(Object.keys(output).length);
    const replaced = replaceIn(output, identifier, textOf(item) ?? '');
    return isMembers(replaced) ? Object.entries(expandLoops(replaced, loops)) : [];
  });
}

function replaceIn(value: unknown, identifier: string, item: string): unknown {
  if (typeof value === 'string') return replaceText(value, identifier, item);
  if (Array.isArray(value)) return value.map((element) => replaceIn(element, identifier, item));
  if (!isMembers(value)) return value;
  if (value.Ref === identifier && Object.keys(value).length === 1) return item;
  return Object.fromEntries(Object.entries(value).map(([name, member]) =>
    [replaceText(name, identifier, item), replaceIn(member, identifier, item)]));
}

function replaceText(text: string, identifier: string, item: string): string {
  return text.replaceAll(`\${${identifier}}`, item).replaceAll(`&{${identifier}}`, item.replace(/[^A-Za-z0-9]/g, ''));
}
