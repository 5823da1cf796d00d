import path from 'node:path';
import { warning, type Issue } from '../../errors';
import { tokenText } from '../../spec';
import type { DocumentPath } from '../document/document-path';
import { readInside, type SourceDocument } from '../document/read-document';
import { isSamTemplate, transformSam } from '../sam';
import { isMembers, itemsOf, memberOf, membersOf, textOf } from '../value';
import type { Assets } from './assets';
import { evaluate } from './evaluate';
import { Stack, type Resource, type StackSource } from './stack';

const NESTED = 'AWS::CloudFormation::Stack';
const MAX_STACKS = 500;

/** The locations of a stack's files. */
export interface AddedStack extends StackSource {
  readonly assets: Assets;
}

/** A value of a resource that only a deployment knows. */
export interface MadeUp {
  readonly resource: Resource;
  readonly token: string;
  readonly value: string;
}

interface Evaluated {
  readonly value: unknown;
  /** The made-up values that it contains. */
  readonly madeUp: readonly MadeUp[];
}

/** Stacks that are deployed together: they import what others export, and contain nested ones. */
export class Stacks {
  readonly #stacks: Stack[] = [];
  readonly #assets = new Map<Stack, Assets>();
  readonly #nested = new Map<string, Stack>();
  readonly #issues = new Map<string, Issue>();
  readonly #files = new Set<string>();
  readonly #missing: Resource[] = [];
  /** The made-up values in the value that is being evaluated. */
  #madeUp: MadeUp[] | undefined;
  #exports: Map<string, { readonly stack: Stack; readonly output: string }> | undefined;

  public get all(): readonly Stack[] {
    return this.#stacks;
  }

  public get resources(): Resource[] {
    return this.#stacks.flatMap((stack) => [...stack.resources.values()]);
  }

  /** Parameters that have neither a value nor a default. */
  public get missingParameters(): readonly string[] {
    return [...new Set(this.#stacks.flatMap((stack) => stack.missingParameters))];
  }

  /** Nested stacks whose template is not here. */
  public get missingStacks(): readonly Resource[] {
    return this.#missing;
  }

  public get issues(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  /** The templates and what they include. */
  public get files(): readonly string[] {
    return [...this.#files];
  }

  /** Adds a stack with those nested in it. */
  public add({ assets, ...source }: AddedStack): Stack {
    const stack = new Stack(source, {
      importValue: (name) => this.#importValue(name),
      nested: (resource) => this.#nested.get(keyOf(resource)),
      fileAt: (from, location) => this.fileAt(from, location),
      report: (from, at, reason) => this.report(from, at, reason),
      note: (resource, token, value) => void this.#madeUp?.push({ resource, token, value }),
      isRepeated: (resource) => this.#isRepeated(resource),
    });
    this.#stacks.push(stack);
    this.#assets.set(stack, assets);
    this.#files.add(source.document.file);
    for (const macro of macrosOf(source.document.value)) this.report(stack, ['Transform'], `the macro ${macro} runs in AWS only`);
    for (const resource of stack.resources.values()) if (resource.type === NESTED) this.#addNested(resource, assets);
    return stack;
  }

  public assetsOf(stack: Stack): Assets | undefined {
    return this.#assets.get(stack);
  }

  /** Evaluates a part of a template. */
  public evaluate(stack: Stack, value: unknown, at: DocumentPath): Evaluated {
    const madeUp: MadeUp[] = this.#madeUp = [];
    const result = evaluate(value, stack, at);
    this.#madeUp = undefined;
    return { value: result, madeUp };
  }

  /** Reports what cannot be evaluated. */
  public report(stack: Stack, at: DocumentPath, reason: string): void {
    const { document } = stack.source;
    const location = at.join('/');
    // its line is looked for when it is printed
    const issue = { ...warning('IMPORT_VALUE_UNKNOWN', location, { reason }), get source() { return document.positionOf(at); } };
    this.#issues.set(`${document.file} ${location} ${reason}`, issue);
  }

  #addNested(resource: Resource, assets: Assets): void {
    const { stack, logicalId, path: at } = resource;
    const file = this.#nestedFile(resource, assets);
    if (file === undefined || this.#stacks.length >= MAX_STACKS) {
      this.report(stack, at, 'its template is not here');
      this.#missing.push(resource);
      return;
    }
    const { account, region, name, values, given, deployed } = stack.source;
    const parameters = () => membersOf(memberOf(stack.properties(resource), 'Parameters'));
    const { document, issues } = nestedTemplate(file, stack);
    for (const issue of issues) this.#issues.set(`${file} ${issue.location} ${issue.message}`, issue);
    const source = { name: `${name}-${logicalId}`, document, parameters, account, region, values, given, deployed: deployed?.nested[logicalId] };
    this.#nested.set(keyOf(resource), this.add({ ...source, assets: assets.from(file) }));
  }

  #nestedFile({ stack, logicalId, written }: Resource, assets: Assets): string | undefined {
    const metadata = memberOf(membersOf(memberOf(memberOf(membersOf(stack.source.document.value).Resources, logicalId), 'Metadata')), 'aws:asset:path');
    const staged = textOf(metadata) === undefined ? undefined : assets.fileAt(String(metadata));
    return staged ?? assets.fileAt(evaluate(written.TemplateURL, stack, ['Resources', logicalId, 'Properties', 'TemplateURL']));
  }

  /** The local file that a location in a template stands for. */
  public fileAt(stack: Stack, location: unknown): string | undefined {
    const file = this.#assets.get(stack)?.fileAt(location);
    if (file !== undefined) this.#files.add(path.resolve(file));
    return file;
  }

  #isRepeated({ stack, logicalId, type }: Resource): boolean {
    return this.#stacks.some((other) => other !== stack && other.resources.get(logicalId)?.type === type);
  }

  #importValue(name: string): unknown {
    this.#exports ??= new Map(this.#stacks.flatMap((stack) =>
      [...stack.exports()].map(([exported, output]) => [exported, { stack, output }] as const)));
    const exporter = this.#exports.get(name);
    return exporter?.stack.output(exporter.output) ?? tokenText(`import:${name}`);
  }
}

/** Macros of the template as a whole, but for those of AWS that are known here or that no API needs. */
function macrosOf(template: unknown): string[] {
  const names = itemsOf(memberOf(template, 'Transform')).map((macro) => textOf(memberOf(macro, 'Name')) ?? textOf(macro) ?? JSON.stringify(macro));
  return names.filter((name) => !name.startsWith('AWS::') || name === 'AWS::Include');
}

/** A nested application may be a SAM template. */
function nestedTemplate(file: string, { source }: Stack): { readonly document: SourceDocument; readonly issues: readonly Issue[] } {
  const document = readInside(file, source.document.bounds);
  const { value } = document;
  return isMembers(value) && isSamTemplate(value) ? transformSam(document, {}, source.region) : { document, issues: [] };
}

/** Returns the key of a resource, which is unique among all stacks. */
export function keyOf({ stack, logicalId }: Resource): string {
  return `${stack.source.name}/${logicalId}`;
}
