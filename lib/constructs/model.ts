import { Construct, type IConstruct } from 'constructs';
import { warning } from '../errors';
import { readProps, type StructName } from '../props';
import { registryAbove } from './api-registry';
import { draft4Schema } from './json-schema';
import { modelNameOf, nameOf } from './construct-name';
import type { ModelInput, RequestValidatorInput } from './spec-input';

/** A model that methods can refer to. */
export interface IModel {
  /** Name of the model: letters and digits. */
  readonly modelId: string;

  /** Media type of the bodies that it describes. */
  readonly contentType: string;
}

/** Settings of a model. */
export interface ModelOptions {
  /**
   * Name of the model: letters and digits.
   * @default - derived from the construct id
   */
  readonly modelName?: string;

  /**
   * Media type of the bodies that it describes.
   * @default application/json
   */
  readonly contentType?: string;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * JSON Schema as plain data, or an object of a library with Standard JSON Schema, such as Zod's. It is converted to draft 4;
   * what draft 4 cannot express is a warning. `$ref` names another model by
   * `https://apigateway.amazonaws.com/restapis/{apiId}/models/<name>`.
   */
  readonly schema: unknown;
}

/** A JSON Schema for bodies of requests and responses. */
export class Model extends Construct implements IModel {
  /** @internal */
  public static readonly _props: StructName = 'ModelOptions';

  /** The model that every API has for anything. */
  public static readonly EMPTY_MODEL: IModel = { modelId: 'Empty', contentType: 'application/json' };

  /** The model that every API has for errors. */
  public static readonly ERROR_MODEL: IModel = { modelId: 'Error', contentType: 'application/json' };

  public readonly modelId: string;
  public readonly contentType: string;

  private readonly input: ModelInput;

  /** Declares a model; its scope must be an API or a construct below one. */
  public constructor(scope: Construct, id: string, props: ModelOptions) {
    super(scope, id);
    props = readProps(this, new.target, props);
    this.modelId = props.modelName ?? modelNameOf(this);
    this.contentType = props.contentType ?? 'application/json';
    const { schema, lost } = draft4Schema(props.schema);
    this.input = { contentType: props.contentType, description: props.description, schema };
    const registry = registryAbove(this);
    registry?.models.push(this);
    if (lost.length > 0) registry?.report(warning('MODEL_KEYWORDS_LOST', this.node.path, { keywords: lost.join(', ') }));
  }

  /** @internal */
  public _toSpec(): ModelInput {
    return this.input;
  }
}

/** Settings of a request validator. */
export interface RequestValidatorOptions {
  /**
   * Name of the validator.
   * @default - the construct path below the app, joined by `-`
   */
  readonly requestValidatorName?: string;

  /**
   * Whether bodies must match the model of their content type.
   * @default false
   */
  readonly validateRequestBody?: boolean;

  /**
   * Whether required parameters must be present.
   * @default false
   */
  readonly validateRequestParameters?: boolean;
}

/** A request validator that methods can refer to. */
export interface IRequestValidator extends IConstruct {
  /** Name of the validator. */
  readonly requestValidatorId: string;

  /** Whether bodies must match the model of their content type. */
  readonly validateRequestBody: boolean;

  /** Whether required parameters must be present. */
  readonly validateRequestParameters: boolean;
}

/** A request validator: checks the body or the parameters of a request before the integration is called. */
export class RequestValidator extends Construct implements IRequestValidator {
  /** @internal */
  public static readonly _props: StructName = 'RequestValidatorOptions';

  public readonly requestValidatorId: string;
  public readonly validateRequestBody: boolean;
  public readonly validateRequestParameters: boolean;

  private readonly options: RequestValidatorOptions;

  /** Declares a validator; its scope must be an API or a construct below one. */
  public constructor(scope: Construct, id: string, options: RequestValidatorOptions = {}) {
    super(scope, id);
    options = readProps(this, new.target, options);
    this.requestValidatorId = options.requestValidatorName ?? nameOf(this);
    this.options = options;
    this.validateRequestBody = options.validateRequestBody === true;
    this.validateRequestParameters = options.validateRequestParameters === true;
    registryAbove(this)?.requestValidators.push(this);
  }

  /** @internal */
  public _toSpec(): RequestValidatorInput {
    const { validateRequestBody, validateRequestParameters } = this.options;
    return { validateRequestBody, validateRequestParameters };
  }
}
