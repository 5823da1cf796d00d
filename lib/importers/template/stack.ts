import { mapTexts, pseudoParameters, tokenText, withReferences } from '../../spec';
import { LoopBudget } from '../document/document-limits';
import type { DocumentPath } from '../document/document-path';
import { readInside, type SourceDocument } from '../document/read-document';
import type { DeployedStack } from '../imported-source';
import { itemsOf, memberOf, membersOf, textOf, type Members } from '../value';
import { conditionHolds } from './conditions';
import { evaluate } from './evaluate';
import { expandLoops, isLoop } from './for-each';
import { parameterValues, type ParameterValues } from './parameters';
import { localAttribute, localReference, nameProperty, partitionOf, type LocalValue, type NamedResource } from './physical-values';
import { NO_VALUE, type Scope, type Truth } from './scope';
import { solvedTokens } from './solved-tokens';

const TRANSFORM = 'Fn::Transform';

/** A resource that its stack creates. */
export interface Resource {
  readonly stack: Stack;
  readonly logicalId: string;
  readonly type: string;
  /** Its properties as they are written. */
  readonly written: Members;
  /** The path of the resource in its document. */
  readonly path: DocumentPath;
  /** Where the CDK declares it: `Stack/Pets`. */
  readonly constructPath?: string;
  /** Why it is not certain that it is created. */
  readonly doubt?: string;
}

/** A route whose condition is unknown is there, and refuses: without it, another route could let in whom it protects from. */
const ROUTES: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::RestApi', 'AWS::ApiGateway::Resource', 'AWS::ApiGateway::Method', 'AWS::ApiGatewayV2::Api', 'AWS::ApiGatewayV2::Route',
]);

/** Variables keep `{{resolve:…}}` as it is written: a function has it again when it is deployed. */
const WITH_REFERENCES: ReadonlySet<string> = new Set(['AWS::Lambda::Function']);

/** The template of a stack and the values that it is evaluated with. */
export interface StackSource {
  readonly name: string;
  readonly document: SourceDocument;
  /** Values of its parameters; read when they are first needed, for a nested stack may take them from another. */
  readonly parameters: () => Members;
  readonly account: string;
  readonly region: string;
  /** @default - those of the one rule */
  readonly values?: ResourceValues | undefined;
  /** Where the CDK declares resources, by logical id. @default - their metadata says it */
  readonly constructPaths?: ReadonlyMap<string, string> | undefined;
  /** Given values of `Ref` and `Fn::GetAtt`: by logical id, and by logical id and attribute. @default - none */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** The stack as it is deployed; given values win. @default - it is not known */
  readonly deployed?: DeployedStack | undefined;
}

/** The values of `Ref` and `Fn::GetAtt` for resources; undefined for values that only a deployment knows. */
export interface ResourceValues {
  readonly reference: (resource: NamedResource) => LocalValue | undefined;
  readonly attribute: (resource: NamedResource, attribute: string) => LocalValue | undefined;
}

/** The functions of a source are served, by the names that their references give. */
const LOCAL_VALUES: ResourceValues = {
  reference: (resource) => servedHere(resource, localReference(resource)),
  attribute: (resource, attribute) => servedHere(resource, localAttribute(resource, attribute)),
};

function servedHere({ type }: NamedResource, value: LocalValue | undefined): LocalValue | undefined {
  return value !== undefined && type === 'AWS::Lambda::Function' ? { ...value, isMadeUp: false } : value;
}

/** The other stacks and the files around a stack. */
export interface Surroundings {
  readonly importValue: (name: string) => unknown;
  /** The nested stack of a resource. */
  readonly nested: (resource: Resource) => Stack | undefined;
  /** The local file that a location stands for. */
  readonly fileAt: (stack: Stack, location: unknown) => string | undefined;
  readonly report: (stack: Stack, path: DocumentPath, reason: string) => void;
  /** Notes that a value of a resource is made up. */
  readonly note: (resource: Resource, token: string, value: string) => void;
  /** Whether a resource of another stack has the same logical id and type. */
  readonly isRepeated: (resource: Resource) => boolean;
}

/** A template with the values of its parameters: what it says, evaluated. */
export class Stack implements Scope {
  public readonly region: string;
  public readonly loops: LoopBudget;
  readonly #given: Readonly<Record<string, string>>;
  readonly #sections = new Map<string, Members>();
  readonly #missing: string[] = [];
  readonly #conditions = new Map<string, Truth>();
  readonly #properties = new Map<string, Members>();
  /** Keys of the values that are being evaluated: a value that refers to itself is undefined. */
  readonly #open = new Set<string>();
  #parameters: ParameterValues | undefined;
  #resources: ReadonlyMap<string, Resource> | undefined;

  public constructor(public readonly source: StackSource, private readonly surroundings: Surroundings) {
    this.region = source.region;
    this.loops = new LoopBudget(source.document.file);
    const { deployed, given, document } = source;
    this.#given = { ...(deployed === undefined ? {} : solvedTokens(deployed, document.value)), ...given };
  }

  /** The resources that are created, by logical id. */
  public get resources(): ReadonlyMap<string, Resource> {
    this.#resources ??= new Map(Object.entries(this.#section('Resources')).flatMap(([logicalId, resource]) => {
      const type = textOf(memberOf(resource, 'Type'));
      const isCreated = this.#isCreated(resource, logicalId);
      if (type === undefined || isCreated === false || (isCreated === 'unknown' && !ROUTES.has(type))) return [];
      const written = membersOf(memberOf(resource, 'Properties'));
      const doubt = isCreated === 'unknown' ? { doubt: `its condition ${textOf(memberOf(resource, 'Condition'))} is known only after deployment` } : {};
      return [[logicalId, { stack: this, logicalId, type, written, path: ['Resources', logicalId], ...this.#constructPathOf(resource, logicalId), ...doubt }]];
    }));
    return this.#resources;
  }

  /** The CDK's path of a resource, without the `Resource` of its level-2 construct. */
  #constructPathOf(resource: unknown, logicalId: string): Pick<Resource, 'constructPath'> {
    const path = textOf(memberOf(memberOf(resource, 'Metadata'), 'aws:cdk:path')) ?? this.source.constructPaths?.get(logicalId);
    return path === undefined ? {} : { constructPath: path.replace(/\/(?:Resource|Default)$/, '') };
  }

  /** Logical ids of what has no type: CloudFormation refuses the template. */
  public get untyped(): readonly string[] {
    return Object.entries(this.#section('Resources')).filter(([, resource]) => textOf(memberOf(resource, 'Type')) === undefined).map(([logicalId]) => logicalId);
  }

  /** Why the template may declare resources that are not here: includes, macros and loops that are not carried out. */
  public get missing(): readonly string[] {
    const resources = this.#section('Resources');
    const unread = this.untyped.filter((name) => isLoop(name) || ['HttpMethod', 'RouteKey'].some((property) => memberOf(memberOf(resources[name], 'Properties'), property) !== undefined));
    return [...this.#missing, ...unread.map((name) => `${name} has no Type`)];
  }

  /** The rules of the template for the values of its parameters. */
  public get rules(): Members {
    return this.#section('Rules');
  }

  public get missingParameters(): readonly string[] {
    return this.#values.missing;
  }

  /** The evaluated properties of a resource. */
  public properties({ logicalId, type, written, path }: Resource): Members {
    const known = this.#properties.get(logicalId);
    if (known !== undefined) return known;
    const evaluated = membersOf(evaluate(written, this, [...path, 'Properties']));
    const properties = WITH_REFERENCES.has(type) ? evaluated : membersOf(mapTexts(evaluated, withReferences));
    this.#properties.set(logicalId, properties);
    return properties;
  }

  public reference = (name: string): unknown => {
    const pseudo = this.#pseudoParameter(name);
    if (pseudo !== undefined) return pseudo;
    if (this.#values.values.has(name)) return this.#values.values.get(name);
    const resource = this.resources.get(name);
    if (resource === undefined) return this.#absent(name);
    return this.#local(resource, name, () => this.#ofResources.reference(this.#named(resource)));
  };

  public attribute = (logicalId: string, name: string): unknown => {
    const resource = this.resources.get(logicalId);
    if (resource === undefined) return this.#absent(logicalId);
    const output = resource.type === 'AWS::CloudFormation::Stack' ? /^Outputs\.(.+)$/.exec(name)?.[1] : undefined;
    const token = `${logicalId}.${name}`;
    if (output === undefined) return this.#local(resource, token, () => this.#ofResources.attribute(this.#named(resource), name));
    return this.surroundings.nested(resource)?.output(output) ?? tokenText(token);
  };

  public condition = (name: string): Truth | undefined => {
    const known = this.#conditions.get(name);
    const conditions = this.#section('Conditions');
    if (known !== undefined || !Object.hasOwn(conditions, name)) return known;
    // one that refers to itself has no value
    this.#conditions.set(name, 'unknown');
    const holds = conditionHolds(conditions[name], this, ['Conditions', name]);
    this.#conditions.set(name, holds);
    return holds;
  };

  public mapping = (map: string, first: string, second: string): unknown =>
    memberOf(memberOf(memberOf(membersOf(this.source.document.value).Mappings, map), first), second);

  public importValue = (name: string): unknown => this.surroundings.importValue(name);

  public include = (location: unknown): unknown => {
    const file = this.surroundings.fileAt(this, location);
    return file === undefined ? undefined : readInside(file, this.source.document.bounds).value;
  };

  public report = (path: DocumentPath, reason: string): void => this.surroundings.report(this, path, reason);

  /** The outputs that the stack exports, by the names it exports them by. */
  public exports(): Map<string, string> {
    return new Map(Object.entries(this.#section('Outputs')).flatMap(([name, output]) => {
      const exported = textOf(evaluate(memberOf(memberOf(output, 'Export'), 'Name'), this, ['Outputs', name, 'Export', 'Name']));
      return exported === undefined ? [] : [[exported, name]];
    }));
  }

  public output(name: string): unknown {
    const output = memberOf(this.#section('Outputs'), name);
    if (output === undefined || this.#open.has(name) || this.#isCreated(output, name) !== true) return undefined;
    this.#open.add(name);
    const value = evaluate(memberOf(output, 'Value'), this, ['Outputs', name, 'Value']);
    this.#open.delete(name);
    return value;
  }

  get #ofResources(): ResourceValues {
    return this.source.values ?? LOCAL_VALUES;
  }

  /** A given value wins, then a deployed one; what has none here stays a token. */
  #local(resource: Resource, token: string, find: () => LocalValue | undefined): string {
    if (Object.hasOwn(this.#given, token)) return this.#given[token] ?? '';
    const value = find();
    if (value?.isMadeUp === true) this.surroundings.note(resource, token, value.value);
    return value?.value ?? tokenText(token);
  }

  get #values(): ParameterValues {
    this.#parameters ??= parameterValues(membersOf(this.source.document.value).Parameters, this.source.parameters());
    return this.#parameters;
  }

  #section(name: string): Members {
    const known = this.#sections.get(name);
    if (known !== undefined) return known;
    const { [TRANSFORM]: transform, ...own } = membersOf(membersOf(this.source.document.value)[name]);
    const included = itemsOf(transform).map((include) => this.#includedSection(include, [name, TRANSFORM]));
    const expanded = expandLoops(own, { budget: this.loops, evaluate: (collection) => evaluate(collection, this, [name]) });
    const section: Members = Object.fromEntries([...included, expanded].flatMap((members) => Object.entries(members)));
    this.#sections.set(name, section);
    return section;
  }

  /** A part of a section that is in another file. */
  #includedSection(transform: unknown, path: DocumentPath): Members {
    const name = memberOf(transform, 'Name');
    const location = evaluate(memberOf(memberOf(transform, 'Parameters'), 'Location'), this, path);
    const content = name === 'AWS::Include' ? this.include(location) : undefined;
    if (content !== undefined) return membersOf(content);
    const reason = name === 'AWS::Include' ? `there is no local file ${String(location)}` : `the macro ${String(name)} runs in AWS only`;
    this.report(path, reason);
    if (path[0] === 'Resources') this.#missing.push(reason);
    return {};
  }

  #isCreated(part: unknown, name: string): Truth {
    const written = memberOf(part, 'Condition');
    if (written === undefined) return true;
    const condition = textOf(written) ?? JSON.stringify(written);
    const holds = this.condition(condition);
    if (holds === undefined) this.report(['Resources', name, 'Condition'], `there is no condition ${condition}`);
    if (holds === 'unknown') this.report(['Resources', name, 'Condition'], `the condition ${condition} is known only after deployment`);
    return holds ?? true;
  }

  /** A resource whose condition does not hold is referred to only by what is not created either. */
  #absent(name: string): unknown {
    return Object.hasOwn(this.#section('Resources'), name) ? tokenText(name) : undefined;
  }

  #named(resource: Resource): NamedResource {
    const { logicalId, type, written, path } = resource;
    const { name: stack, document, account, region } = this.source;
    const tokenValues = this.#given;
    const property = (name: string): unknown => {
      // a name that is given for a resource is in its ARN too
      const isGiven = name === nameProperty(type) && Object.hasOwn(tokenValues, logicalId);
      if (isGiven && !/^(?:arn|https?):/.test(tokenValues[logicalId] ?? '')) return tokenValues[logicalId];
      const key = `${logicalId}.${name}`;
      if (this.#open.has(key)) return undefined;
      this.#open.add(key);
      const value = evaluate(written[name], this, [...path, 'Properties', name]);
      this.#open.delete(key);
      return value;
    };
    const isRepeated = this.surroundings.isRepeated(resource);
    return { template: document.file, logicalId, type, stack, property, account, region, isRepeated };
  }

  #pseudoParameter(name: string): unknown {
    if (!name.startsWith('AWS::')) return undefined;
    const { name: stack, account, region } = this.source;
    switch (name) {
      case 'AWS::StackName': return stack;
      case 'AWS::StackId': return `arn:${partitionOf(region)}:cloudformation:${region}:${account}:stack/${stack}/00000000-0000-0000-0000-000000000000`;
      case 'AWS::NotificationARNs': return [];
      case 'AWS::NoValue': return NO_VALUE;
      default: return pseudoParameters({ accountId: account, region })[name];
    }
  }
}
