import { isObject } from '../../errors';
import { modelUrl, type GatewaySpecInput } from '../../spec';
import { identity, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import { declaredSchema, modelSchema } from './schema';

type ModelInput = NonNullable<GatewaySpecInput['models']>[string];

/** The models that every API has; documents that API Gateway exports declare them all the same. */
const BUILT_IN = ['Empty', 'Error'];
const SCHEMA_OF_BUILT_IN = /^\{("title":"(Empty|Error) Schema",)?"type":"object"(,"properties":\{"message":\{"type":"string"\}\})?\}$/;

/** The schemas of a document as models. Those with a name become models of that name, others if a body is validated by them. */
export class ModelRegistry {
  /** Names of models by the location of their schemas. */
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>(BUILT_IN);
  private readonly models: Record<string, ModelInput> = {};
  private readonly waiting: (readonly [string, DocumentNode])[] = [];
  private readonly isLater: boolean;

  /** @param isWhole - whether schemas stay as they are declared, for comparisons: no gateway has them as models */
  public constructor(private readonly reader: DocumentReader, private readonly isWhole = false) {
    this.isLater = reader.text(reader.root, 'openapi')?.startsWith('3.1') === true;
    const declared = [own(reader.root, 'definitions'), own(reader.member(reader.root, 'components'), 'schemas')];
    for (const node of declared) for (const name of keysOf(node)) this.declare(name, own(node, name));
  }

  /** The model that a schema refers to; undefined if it is a schema of its own, or if nothing is there. */
  public named(schema: DocumentNode): string | undefined {
    const reference = isObject(schema.value) ? schema.value.$ref : undefined;
    return typeof reference === 'string' ? this.modelOf(reference, schema) : undefined;
  }

  /** Makes a schema a model of its own. */
  public add(schema: DocumentNode, name: string): string {
    return this.names.get(identity(schema)) ?? this.declare(name, schema);
  }

  /** All models, with those that they refer to. */
  public write(): Readonly<Record<string, ModelInput>> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) this.convert(...next);
    return this.models;
  }

  private declare(wanted: string, schema: DocumentNode): string {
    const isBuiltIn = BUILT_IN.includes(wanted) && SCHEMA_OF_BUILT_IN.test(JSON.stringify(schema.value));
    const name = isBuiltIn ? wanted : this.free(wanted);
    this.names.set(identity(schema), name);
    if (!isBuiltIn) this.waiting.push([name, schema]);
    return name;
  }

  /** Names of models are letters and digits. A built-in model may be declared anew. */
  private free(wanted: string): string {
    const letters = wanted.replace(/[^A-Za-z0-9]/g, '') || 'Model';
    const isOwn = BUILT_IN.includes(letters) && this.models[letters] === undefined && !this.waiting.some(([name]) => name === letters);
    let name = letters;
    for (let count = 2; !isOwn && this.taken.has(name); count += 1) name = `${letters}${count}`;
    this.taken.add(name);
    return name;
  }

  private convert(name: string, node: DocumentNode): void {
    if (this.isWhole) {
      const whole = declaredSchema(node, (reference, from) => this.address(reference, from), this.isLater);
      this.models[name] = { schema: isObject(whole) ? { ...whole } : whole === false ? { not: {} } : {} };
      return;
    }
    const { schema, lost } = modelSchema(node, (reference, from) => this.address(reference, from), this.isLater);
    if (!isObject(schema)) {
      this.reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: `the schema of model ${name}`, reason: 'it is not an object' });
      this.models[name] = { schema: {} };
      return;
    }
    if (lost.length > 0) this.reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: lost.join(', '), reason: 'models are JSON Schema draft 4' });
    const { description } = schema;
    this.models[name] = { schema: { ...schema }, ...(typeof description === 'string' ? { description } : {}) };
  }

  private address(reference: string, from: DocumentNode): string | undefined {
    const model = this.modelOf(reference, from);
    return model === undefined ? undefined : modelUrl('{apiId}', model);
  }

  /** The model at a reference; a place inside a schema becomes a model of its own. */
  private modelOf(reference: string, from: DocumentNode): string | undefined {
    const target = this.reader.resolve(reference, from.file);
    if ('reason' in target) {
      this.reader.lose('OPENAPI_REFERENCE_UNRESOLVED', from, { reference, reason: target.reason });
      return undefined;
    }
    const known = this.names.get(identity(target));
    return known ?? this.declare(target.pointer.at(-1) ?? target.file.replace(/^.*\/|\.[a-z]+$/gi, ''), target);
  }
}
