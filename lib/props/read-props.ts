import type { IConstruct } from 'constructs';
import { GatewayError, issue, issueOf, throwIfErrors, type Issue } from '../errors';
import { checkStruct, type StructName, type Checked } from './check';
import { currentSourceLine, rememberSourceLine } from './source-lines';

const MARK = Symbol.for('synthgate.declaredIssues');

/** A public class with props: the struct that they have. A subclass of the user's inherits it. */
export interface PropsClass extends NewableFunction {
  readonly _props: StructName;
}

/**
 * The props of a construct, checked, and the line that declares it. What is wrong is reported with the definition, and left out
 * or replaced, so that the construct can go on.
 * @param target - the class that is being made: `new.target`
 * @throws DEFINITION_INVALID if the construct cannot go on
 */
export function readProps<Props>(construct: IConstruct, target: PropsClass, given: Props): Props {
  return acceptProps(construct, target, checkProps(target, given));
}

/** The first half of `readProps`, for constructors that need a property before there is a construct. */
export function checkProps<Props>(target: PropsClass, given: Props): Checked<Props> {
  // A subclass of the user's may pass on its own props, which have members of its own.
  return checkStruct(target._props, given, { allowsOthers: !Object.hasOwn(target, '_props') });
}

/** The second half of `readProps`. @throws DEFINITION_INVALID if the construct cannot go on */
export function acceptProps<Props>(construct: IConstruct, target: PropsClass, checked: Checked<Props>): Props {
  rememberSourceLine(construct, target);
  return acceptOptions(construct, checked);
}

/** The same for the options of a method of a construct. */
export function readOptions<Options>(construct: IConstruct, struct: StructName, given: Options): Options {
  return acceptOptions(construct, checkStruct(struct, given));
}

/** Reports the problems of what was checked before the construct existed. @throws DEFINITION_INVALID if the construct cannot go on */
export function acceptOptions<Options>(construct: IConstruct, { value, problems, isUnusable }: Checked<Options>): Options {
  for (const { code, details } of problems) reportIssue(construct, issue(code, construct.node.path, details));
  if (isUnusable) throwIfErrors(construct.node.path, declaredIssues(construct.node.root).map((one) => one.issue));
  return value;
}

/** An issue that was found while a construct was declared. */
export interface DeclaredIssue {
  readonly construct: IConstruct;
  readonly issue: Issue;
}

/** Reports an issue at the line that is being run; it is found with the definition, not thrown. */
export function reportIssue(construct: IConstruct, found: Issue): void {
  const { root } = construct.node;
  const list = declaredIssues(root);
  if (list.length === 0) Object.defineProperty(root, MARK, { value: list, configurable: true });
  list.push({ construct, issue: { ...found, source: currentSourceLine() } });
}

/** The result of a function; an error of the definition that it throws is reported instead. */
export function collecting<Result>(construct: IConstruct, run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    reportIssue(construct, { ...issueOf(error), location: construct.node.path });
    return undefined;
  }
}

/** Everything that was reported in a construct tree. */
export function declaredIssues(root: IConstruct): DeclaredIssue[] {
  return hasIssues(root) ? root[MARK] : [];
}

function hasIssues(root: IConstruct): root is IConstruct & { readonly [MARK]: DeclaredIssue[] } {
  return MARK in root;
}
