import { RootConstruct, type IConstruct } from 'constructs';
import { assemblyFiles } from './assembly';
import { GatewayAssembly } from './gateway-assembly';
import { givenContext, printErrorsPlainly, printErrorsWithPlace, synthesizeAtExit } from './run-app';
import { synthesize } from './synthesize';
import { openApiFiles } from './open-api-files';
import type { OpenApiOptions } from './open-api';
import { reportLosses } from './strict';
import { outputDirectory, writeAssembly } from './write-assembly';

/** Settings of an app. */
export interface AppProps {
  /**
   * Where the assembly is written.
   * @default - what the command line says, else `gateway.out`
   */
  readonly outdir?: string;

  /**
   * Values that constructs read with `node.tryGetContext()`. Those of the command line win.
   * @default - none
   */
  readonly context?: Record<string, unknown>;

  /**
   * OpenAPI documents that are written beside the specs, into `openapi/`: one of each kind for each API.
   * @default - none
   */
  readonly openApi?: OpenApiOptions[];
}

/** Where the assembly of a construct tree goes. */
export interface SynthesizeOptions {
  /**
   * Where the assembly is written.
   * @default - what the command line says, else `gateway.out`
   */
  readonly outdir?: string;

  /**
   * OpenAPI documents that are written beside the specs, into `openapi/`: one of each kind for each API.
   * @default - none
   */
  readonly openApi?: OpenApiOptions[];
}

/**
 * The root of a definition.
 * @example
 * const app = new App();
 * const api = new Api(app, 'Hello');
 * api.root.addMethod('GET', new ProxyFunction(app, 'HelloFunction', { entry: 'src/hello.ts' }));
 * app.synth();
 */
export class App extends RootConstruct {
  /**
   * Writes the assembly of the APIs in any construct tree, e.g. of a CDK stack.
   * @param scope - the tree: a stack, a CDK app, or a part of one
   */
  public static synthesize(scope: IConstruct, options: SynthesizeOptions = {}): GatewayAssembly {
    printErrorsPlainly();
    const synthesis = synthesize(scope);
    const directory = outputDirectory(options.outdir);
    const { documents, losses } = openApiFiles(synthesis.specs, options.openApi ?? []);
    reportLosses(scope, losses);
    writeAssembly(directory, assemblyFiles(synthesis, { documents }));
    return GatewayAssembly._of(directory, { ...synthesis, warnings: [...synthesis.warnings, ...losses] });
  }

  private readonly outdir?: string;
  private readonly openApi?: OpenApiOptions[];
  private isSynthesized = false;

  /** Starts a definition. */
  public constructor(props: AppProps = {}) {
    super();
    printErrorsWithPlace();
    this.outdir = props.outdir;
    this.openApi = props.openApi;
    for (const [key, value] of Object.entries({ ...props.context, ...givenContext() })) this.node.setContext(key, value);
    synthesizeAtExit(() => {
      if (!this.isSynthesized) this.synth();
    });
  }

  /**
   * Checks the whole definition, bundles its functions and writes the assembly. What is wrong is refused all at once, and
   * nothing is written then.
   */
  public synth(): GatewayAssembly {
    this.isSynthesized = true;
    return App.synthesize(this, { outdir: this.outdir, openApi: this.openApi });
  }
}
