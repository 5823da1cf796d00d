import { Compile } from 'velocityjs';
import {
  LIMITS,
  type ParsedTemplate,
  type TemplateBlock as Block,
  type TemplateDirective as Directive,
  type TemplateExpression as Expression,
  type TemplateNode as Node,
  type TemplateReference as Reference,
} from '../../../spec';
import { spend, stepsOfText } from '../../sandbox/step-budget';
import { doubleOf, readNumber } from '../java-number';
import { isMap } from '../json';
import { callMethod } from './methods';
import { OPERATORS } from './operators';
import {
  bounded, hostObject, isSetOnce, keyText, limited, madeList, namesOf, numberOf, printValue, readItem, readMember, writeMember,
  type ValueMap,
} from './values';

/** Internals of velocityjs's renderer; its published types call every value a string. */
interface Renderer {
  context: ValueMap;
  local: Record<string, ValueMap>;
  conditions: string[];
  contextId: string;
  defines: Record<string, readonly Node[]>;
  runState: { stop: boolean; break: boolean };
  render(context: ValueMap, macros: Record<string, () => string>): string;
  renderAstList(nodes?: readonly Node[], contextId?: string): string;
  getBlock(block: Block): string;
  getMacro(call: Directive, body?: unknown): unknown;
  getLiteral(literal: Expression | Reference): unknown;
}

const VelocityRenderer = Compile as unknown as new (nodes: readonly Node[]) => Renderer; // see Renderer

type Path = NonNullable<Reference['path']>;

/** Steps of a node, a reference, a call, a round of a loop. */
const STEPS_OF_NODE = 8;

/**
 * velocityjs with API Gateway's values: what it reads, calls, compares and prints goes through `values.ts` and
 * `methods.ts`, never to what JavaScript objects inherit; loops, ranges and strings are limited, and every operation spends
 * steps of the rendering's budget. One per rendering.
 */
export class TemplateEngine extends VelocityRenderer {
  private loops = 0;
  private readonly setMembers = new Map<ValueMap, Set<string>>();

  public constructor(private readonly template: ParsedTemplate) {
    super(template.nodes);
  }

  /** @throws StepLimitError; Error with what the template did wrong */
  public renderWith(variables: ValueMap): string {
    return this.render(variables, { eval: () => '' });
  }

  public override renderAstList(nodes: readonly Node[] = this.template.nodes, contextId = ''): string {
    if (contextId !== '' && !this.conditions.includes(contextId)) this.conditions.unshift(contextId);
    this.contextId = contextId;
    let text = '';
    for (const node of nodes) {
      if (this.runState.stop || this.runState.break) break;
      const printed = this.renderNode(node);
      spend(STEPS_OF_NODE + stepsOfText(printed.length));
      text = bounded(text + printed);
    }
    return text;
  }

  private renderNode(node: Node): string {
    if (typeof node === 'string') return node;
    if (!isDirective(node)) return this.getBlock(node);
    switch (node.type) {
      case 'references': return printValue(this.getReferences(node));
      case 'raw': return String(node.value);
      case 'macro_call': return printValue(this.getMacro(node));
      case 'set': this.setValue(node); return '';
      case 'break': this.runState.break = true; return '';
      default: return '';
    }
  }

  public getReferences({ id, path }: Reference): unknown {
    const define = this.defines[id];
    spend(STEPS_OF_NODE);
    if (Array.isArray(define) && !path) return this.renderAstList(define as readonly Node[]);
    return this.follow(this.variable(id), path ?? []);
  }

  private follow(from: unknown, path: Path): unknown {
    let value = from;
    for (const step of path) {
      if (step.type === 'method') value = this.call(value, step.id, (step.args || []).map((argument) => this.getLiteral(argument)));
      else if (isEmptyProperty(step) && (typeof value === 'string' || Array.isArray(value))) value = value.length === 0;
      else value = Array.isArray(value) ? readItem(value, this.keyOf(value, step)) : readMember(value, this.keyOf(value, step));
    }
    return value;
  }

  /** The name or position of a step; a negative one in brackets counts from the end of a list. */
  private keyOf(owner: unknown, step: Path[number]): unknown {
    if (step.type !== 'index') return step.id;
    const key = this.getLiteral(step.id);
    return Array.isArray(owner) && typeof key === 'number' && key < 0 ? owner.length + key : key;
  }

  private call(value: unknown, name: string, args: readonly unknown[]): unknown {
    if (name === 'put') this.setOnce(value, keyText(args[0]));
    spend(STEPS_OF_NODE + [value, ...args].reduce<number>((steps, operand) => steps + stepsOfValue(operand), 0));
    const result = callMethod(value, name, args);
    if (typeof result === 'string') return limited(result);
    if (Array.isArray(result)) spend(stepsOfValue(result));
    return result;
  }

  /** @throws if this template has already set the member. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html */
  private setOnce(owner: unknown, name: string): void {
    if (!isSetOnce(owner, name)) return;
    const names = this.setMembers.get(owner) ?? new Set();
    if (names.has(name)) throw new Error(`it overrides ${name} twice; an override may be applied once: keep the value in a variable`);
    this.setMembers.set(owner, names.add(name));
  }

  /** The innermost loop or macro that has the variable, or else the template's own scope. */
  private variable(id: string): unknown {
    return readMember(this.scopeOf(id), id);
  }

  private scopeOf(id: string): ValueMap {
    const condition = this.conditions.find((candidate) => Object.hasOwn(this.local[candidate] ?? {}, id));
    return (condition === undefined ? undefined : this.local[condition]) ?? this.context;
  }

  /** Missing arguments of a macro are null, surplus ones are ignored. @see Velocity 1.7, VelocimacroProxy */
  public override getMacro(call: Directive, body?: unknown): unknown {
    return super.getMacro({ ...call, args: call.args || [] }, body);
  }

  public setValue({ equal }: Directive): void {
    if (equal === undefined) return;
    const [target, source] = equal;
    const value = this.getExpression(source);
    if (typeof value === 'string') limited(value);
    const path = target.path ?? [];
    const last = path.at(-1);
    if (last === undefined) {
      this.scopeOf(target.id)[target.id] = value;
      return;
    }
    const owner = this.follow(this.variable(target.id), path.slice(0, -1));
    const key = this.keyOf(owner, last);
    this.setOnce(owner, keyText(key));
    writeMember(owner, key, value);
  }

  public getExpression(expression: Expression): unknown {
    if (expression.type !== 'math') return this.getLiteral(expression);
    const operand = (index: number) => () => {
      const node = expression.expression?.[index];
      return node === undefined ? undefined : this.getExpression(node);
    };
    return OPERATORS[expression.operator ?? '']?.(operand(0), operand(1));
  }

  /** Numbers keep their kind: `7.0` is a Double. */
  public override getLiteral(literal: Expression | Reference): unknown {
    if (literal.type === 'decimal') return doubleOf(numberOf((literal as Expression).value)); // a literal has a value
    return literal.type === 'integer' ? readNumber(String((literal as Expression).value)) : super.getLiteral(literal);
  }

  /** `[a, b]`, or a range such as `[0..$n]`. */
  public getArray({ value, isRange }: Expression): unknown[] {
    const items = Array.isArray(value) ? (value as readonly unknown[]) : [];
    spend(STEPS_OF_NODE * (1 + items.length));
    if (isRange !== true) return madeList(items.map((item) => this.getLiteral(item as Expression))); // items of a list literal
    const [from, to] = items.map((item) => (typeof item === 'object' ? this.getLiteral(item as Expression) : item)).map(numberOf);
    return madeList(range(from ?? NaN, to ?? NaN));
  }

  /** A double-quoted text: its references are replaced. */
  public evalStr(text: string): string {
    return this.renderAstList(this.template.texts.get(text) ?? [text], this.contextId);
  }

  public getBlockIf(block: Block): string {
    const branches = block.flatMap((node, index) => (isBranch(node) ? [{ node, index }] : []));
    const chosen = branches.findIndex(({ node }) => node.type === 'else' || this.isTaken(node));
    if (chosen < 0) return '';
    const { index } = branches[chosen] ?? { index: block.length };
    return this.renderAstList(block.slice(index + 1, branches[chosen + 1]?.index), this.contextId);
  }

  private isTaken(node: Directive): boolean {
    const { condition } = node as Directive & { readonly condition: Expression }; // `if` and `elseif` have one
    return OPERATORS['not']?.(() => this.getExpression(condition), () => undefined) === false;
  }

  public getBlockEach([head, ...body]: Block): string {
    const items = itemsOf(head.from === undefined ? undefined : this.getLiteral(head.from));
    const foreach = loopScope(this.variable('foreach'));
    const contextId = `foreach:${this.loops++}`;
    let text = '';
    for (const [index, item] of items.entries()) {
      enterRound(foreach, index, items.length);
      this.local[contextId] = { [head.to ?? '']: item, foreach, velocityCount: foreach.count, velocityHasNext: foreach.hasNext };
      spend(4 * STEPS_OF_NODE);
      text = bounded(text + this.renderAstList(body, contextId));
      if (this.runState.break || this.runState.stop) break;
    }
    this.runState.break = false;
    this.conditions = this.conditions.filter((condition) => condition !== contextId);
    this.contextId = this.conditions[0] ?? '';
    return text;
  }
}

/** `$foreach` of one loop, with the members of the round that it is in. @see Velocity 1.7, ForeachScope */
function loopScope(parent: unknown): ValueMap {
  const scope: ValueMap = hostObject({
    hasNext: () => scope.hasNext, getIndex: () => scope.index, getCount: () => scope.count,
    isFirst: () => scope.first, isLast: () => scope.last, getParent: () => parent,
  }, { parent });
  return scope;
}

function enterRound(scope: ValueMap, index: number, length: number): void {
  const hasNext = index + 1 < length;
  Object.assign(scope, { index, count: index + 1, hasNext, first: index === 0, last: !hasNext });
}

/** A loop runs over a list, or over the values of a map; over anything else zero times. */
function itemsOf(source: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(source) ? source : isMap(source) ? namesOf(source).map((name) => source[name]) : [];
  if (items.length > LIMITS.templateRounds.max) throw new Error(`#foreach over ${items.length} items; expected at most ${LIMITS.templateRounds.max}`);
  return items;
}

function range(from: number, to: number): number[] {
  if (!Number.isInteger(from) || !Number.isInteger(to)) return [];
  const length = Math.abs(to - from) + 1;
  if (length > LIMITS.templateRounds.max) throw new Error(`a range of ${length} items; expected at most ${LIMITS.templateRounds.max}`);
  spend(length);
  return Array.from({ length }, (_, index) => (from <= to ? from + index : from - index));
}

/** Whether a step is `.empty`, by which Velocity reads the `isEmpty()` of texts and lists; of a map, it is the member of this name. */
function isEmptyProperty({ type, id }: Path[number]): boolean {
  return type !== 'index' && id === 'empty';
}

function isDirective(node: Block | Directive): node is Directive {
  return !Array.isArray(node);
}

function isBranch(node: Node): node is Directive {
  return typeof node !== 'string' && isDirective(node) && ['if', 'elseif', 'else'].includes(node.type);
}

/** The steps of a method that goes through a text or list once. */
function stepsOfValue(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? stepsOfText(value.length) : 0;
}
