import { isObject, loss, type Issue } from '../../errors';
import type { GatewaySpec } from '../../spec';
import { withConditions, type Dialect, type Schema } from './dialect';

/** The models of an API as `components.schemas`, and what they lost. */
export interface ComponentSchemas {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly losses: readonly Issue[];
}

interface Hoisted {
  readonly model: string;
  readonly schema: unknown;
}

/** The address of another model. @see spec/model.ts */
const MODEL_URL = /^https:\/\/apigateway\.amazonaws\.com\/restapis\/[^/]+\/models\/([A-Za-z0-9]+)(#.*)?$/;

/**
 * Converts models into components. References between models lead to components, and so do references to a place inside
 * a model: that place becomes a component of its own, so that client generators find a name for it.
 */
export function componentSchemas(spec: GatewaySpec, dialect: Dialect): ComponentSchemas {
  const writer = new ComponentWriter(spec, dialect);
  return writer.write();
}

/** Holds what is being written: components that were referred to are written until none is left. */
class ComponentWriter {
  private readonly names: ComponentNames;
  /** Component names by `<model>#<pointer>`. */
  private readonly named = new Map<string, string>();
  private readonly waiting = new Map<string, Hoisted>();
  private readonly schemas: Record<string, unknown> = {};
  private readonly losses: Issue[] = [];

  public constructor(private readonly spec: GatewaySpec, private readonly dialect: Dialect) {
    this.names = new ComponentNames([...Object.keys(spec.models), 'Empty', 'Error']);
  }

  public write(): ComponentSchemas {
    for (const [name, { schema, description }] of Object.entries(this.spec.models)) {
      const described = description === undefined || schema.description !== undefined ? schema : { ...schema, description };
      this.waiting.set(name, { model: name, schema: described });
    }
    // Writing one may add others, which the loop then reaches.
    for (const [name, { model, schema }] of this.waiting) this.schemas[name] = this.component(model, schema);
    return { schemas: this.schemas, losses: this.losses };
  }

  private component(model: string, schema: unknown): unknown {
    const lost = new Set<string>();
    const written = this.convert(schema, model, lost);
    if (lost.size > 0) {
      const keywords = [...lost].sort().join(', ');
      this.losses.push(loss('OPENAPI_KEYWORDS_LOST', `${this.spec.api.name}/model ${model}`, { version: this.dialect.version, keywords }));
    }
    return written;
  }

  private convert(schema: unknown, model: string, lost: Set<string>): unknown {
    if (!isObject(schema)) return schema;
    const { $ref, ...keywords } = schema;
    const converted = this.dialect.keywords(keywords, {
      convert: (inside) => this.convert(inside, model, lost),
      lose: (keyword) => lost.add(keyword),
    });
    if (typeof $ref !== 'string') return converted;
    const reference = { $ref: this.target($ref, model) };
    // Beside `$ref` other keywords count for models; OpenAPI 3.0 would not look at them.
    return Object.keys(converted).length === 0 ? reference : withConditions(converted, [reference]);
  }

  /** The target of a reference in the document. */
  private target(reference: string, from: string): string {
    const [, named, fragment] = MODEL_URL.exec(reference) ?? [];
    const model = named ?? from;
    const pointer = (named === undefined ? reference : fragment ?? '').replace(/^#/, '');
    return `#/components/schemas/${pointer === '' ? model : this.hoist(model, decodeURIComponent(pointer))}`;
  }

  /** The name of the component that a place inside a model becomes. */
  private hoist(model: string, pointer: string): string {
    const key = `${model}#${pointer}`;
    const known = this.named.get(key);
    if (known !== undefined) return known;
    const name = this.names.add(model, pointer);
    this.named.set(key, name);
    this.waiting.set(name, { model, schema: valueAt(this.spec.models[model]?.schema ?? {}, pointer) });
    return name;
  }
}

/** The value at a JSON pointer; a schema for anything where there is none, which models that compile do not have. */
function valueAt(schema: Schema, pointer: string): unknown {
  const steps = pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)] as unknown;
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : {};
  }, schema);
}

/** Letters and digits, which is what API Gateway takes for names of models. */
const OTHER = /[^A-Za-z0-9]+/;

/** Names of the schemas of one document. What is taken gets a number. */
class ComponentNames {
  private readonly taken: Set<string>;

  /** @param models - names that are given and stay as they are */
  public constructor(models: readonly string[]) {
    this.taken = new Set(models);
  }

  /** A free name for a place in the schema of a model: `Pet`, `/definitions/owner` → `PetOwner`. */
  public add(model: string, pointer: string): string {
    const words = pointer.split(OTHER).filter((word) => word !== '' && word !== 'definitions' && word !== 'properties');
    const wanted = `${model}${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`;
    let name = wanted;
    for (let count = 2; this.taken.has(name); count += 1) name = `${wanted}${count}`;
    this.taken.add(name);
    return name;
  }
}
