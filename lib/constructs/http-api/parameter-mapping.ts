import { checkArgument, throwProblems } from '../../props';

/** A value of a parameter mapping. */
export class MappingValue {
  /** No value. */
  public static readonly NONE = new MappingValue('');

  /** A header of the request. */
  public static requestHeader(name: string): MappingValue {
    return new MappingValue(`$request.header.${name}`);
  }

  /** A query parameter of the request. */
  public static requestQueryString(name: string): MappingValue {
    return new MappingValue(`$request.querystring.${name}`);
  }

  /** A member of the JSON body: `order.id`. */
  public static requestBody(name: string): MappingValue {
    return new MappingValue(`$request.body.${name}`);
  }

  /** The path of the request. */
  public static requestPath(): MappingValue {
    return new MappingValue('$request.path');
  }

  /** A path parameter. */
  public static requestPathParam(name: string): MappingValue {
    return new MappingValue(`$request.path.${name}`);
  }

  /** A variable of the context: `identity.sourceIp`. */
  public static contextVariable(variableName: string): MappingValue {
    return new MappingValue(`$context.${variableName}`);
  }

  /** A stage variable. */
  public static stageVariable(variableName: string): MappingValue {
    return new MappingValue(`$stageVariables.${variableName}`);
  }

  /** A text, with values in it: `${request.header.a}-${context.stage}`. */
  public static custom(value: string): MappingValue {
    return new MappingValue(value);
  }

  /** The value as written in the spec. */
  public readonly value: string;

  private constructor(value: string) {
    throwProblems('the parameter mapping', checkArgument('string', 'value', value));
    this.value = value;
  }
}

/**
 * Changes of a request on its way to the integration.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
 * @example new ParameterMapping().overwriteHeader('x-user', MappingValue.contextVariable('authorizer.claims.sub'))
 */
export class ParameterMapping {
  /** A mapping by its keys: `overwrite:header.x`. */
  public static fromObject(values: Record<string, MappingValue>): ParameterMapping {
    const mapping = new ParameterMapping();
    for (const [key, { value }] of Object.entries(values)) mapping.custom(key, value);
    return mapping;
  }

  /** Values by their keys. */
  public readonly mappings: Record<string, string> = {};

  /** Declares a mapping without changes. */
  public constructor() {
    // Changes are added.
  }

  /** Adds a value to a header. */
  public appendHeader(name: string, value: MappingValue): ParameterMapping {
    return this.custom(`append:header.${name}`, value.value);
  }

  /** Sets a header. */
  public overwriteHeader(name: string, value: MappingValue): ParameterMapping {
    return this.custom(`overwrite:header.${name}`, value.value);
  }

  /** Removes a header. */
  public removeHeader(name: string): ParameterMapping {
    return this.custom(`remove:header.${name}`, '');
  }

  /** Adds a value to a query parameter. */
  public appendQueryString(name: string, value: MappingValue): ParameterMapping {
    return this.custom(`append:querystring.${name}`, value.value);
  }

  /** Sets a query parameter. */
  public overwriteQueryString(name: string, value: MappingValue): ParameterMapping {
    return this.custom(`overwrite:querystring.${name}`, value.value);
  }

  /** Removes a query parameter. */
  public removeQueryString(name: string): ParameterMapping {
    return this.custom(`remove:querystring.${name}`, '');
  }

  /** Sets the path. */
  public overwritePath(value: MappingValue): ParameterMapping {
    return this.custom('overwrite:path', value.value);
  }

  /** Adds a mapping by its key. */
  public custom(key: string, value: string): ParameterMapping {
    this.mappings[key] = value;
    return this;
  }
}
