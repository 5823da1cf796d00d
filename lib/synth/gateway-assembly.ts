import { GatewayError, issueText } from '../errors';
import { canonicalText, type GatewaySpec } from '../spec';
import { OpenApiDocument, type OpenApiOptions } from './open-api';
import type { Synthesis } from './synthesize';

/** The result of synthesis. */
export class GatewayAssembly {
  /** @internal */
  public static _of(directory: string, synthesis: Synthesis): GatewayAssembly {
    return new GatewayAssembly(directory, synthesis);
  }

  /** Absolute path of the assembly. */
  public readonly directory: string;

  /** Names of the APIs in it. */
  public readonly apiNames: string[];

  /** Warnings: location, message and help. */
  public readonly warnings: string[];

  private readonly specs: readonly GatewaySpec[];

  private constructor(directory: string, { specs, warnings }: Synthesis) {
    this.directory = directory;
    this.specs = specs;
    this.apiNames = specs.map((spec) => spec.api.name);
    this.warnings = warnings.map(issueText);
  }

  /** The canonical spec of an API as JSON text. @param apiName - by default the construct id of the API */
  public specText(apiName: string): string {
    return canonicalText(this.spec(apiName));
  }

  /** An API as an OpenAPI document. @param apiName - by default the construct id of the API */
  public openApi(apiName: string, options: OpenApiOptions = {}): OpenApiDocument {
    return OpenApiDocument._of(this.spec(apiName), options);
  }

  private spec(apiName: string): GatewaySpec {
    const spec = this.specs.find((one) => one.api.name === apiName);
    if (spec === undefined) throw new GatewayError('API_UNKNOWN', { name: apiName, known: this.apiNames.join(', ') || 'none' });
    return spec;
  }
}
