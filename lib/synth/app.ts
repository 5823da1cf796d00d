import { RootConstruct, type IConstruct } from 'constructs';
import { checkStruct, readProps, throwProblems, type StructName } from '../props';
import { assemblyFiles } from './assembly';
import { GatewayAssembly } from './gateway-assembly';
import { givenContext, printErrorsPlainly, printErrorsWithLine, synthesizeAtExit } from './run-app';
import { synthesize } from './synthesize';
import { openApiFiles } from './open-api-files';
import type { OpenApiOptions } from './open-api';
import { reportLosses } from './strict';
import { outputDirectory, writeAssembly } from './write-assembly';

/** Settings of an app. */
export interface AppProps {
  /**
   * The output directory of the assembly.
   * @default - the `--output` of the command line, otherwise `gateway.out`
   */
  readonly outdir?: string;

  /**
   * Values that constructs read with `node.tryGetContext()`. Values of the command line take precedence.
   * @default - none
   */
  readonly context?: Record<string, unknown>;

  /**
   * OpenAPI documents to write to `openapi/` next to the specs: one of each kind per API.
   * @default - none
   */
  readonly openApi?: OpenApiOptions[];
}

/** Settings of the assembly of a construct tree. */
export interface SynthesizeOptions {
  /**
   * The output directory of the assembly.
   * @default - the `--output` of the command line, otherwise `gateway.out`
   */
  readonly outdir?: string;

  /**
   * OpenAPI documents to write to `openapi/` next to the specs: one of each kind per API.
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
    throwProblems('the options of synthesize', checkStruct('SynthesizeOptions', options).problems);
    const synthesis = synthesize(scope);
    const directory = outputDirectory(options.outdir);
    const { documents, losses } = openApiFiles(synthesis.specs, options.openApi ?? []);
    reportLosses(scope, losses);
    writeAssembly(directory, assemblyFiles(synthesis, { documents, directory }));
    return GatewayAssembly._of(directory, { ...synthesis, warnings: [...synthesis.warnings, ...losses] });
  }

  /** @internal */
  public static readonly _props: StructName = 'AppProps';

  private readonly outdir?: string;
  private readonly openApi?: OpenApiOptions[];
  private isSynthesized = false;

  /** Starts a definition. */
  public constructor(props: AppProps = {}) {
    super();
    printErrorsWithLine();
    props = readProps(this, new.target, props);
    this.outdir = props.outdir;
    this.openApi = props.openApi;
    for (const [key, value] of Object.entries({ ...props.context, ...givenContext() })) this.node.setContext(key, value);
    synthesizeAtExit(() => {
      if (!this.isSynthesized) this.synth();
    });
  }

  /**
   * Validates the whole definition, bundles its functions and writes the assembly. Throws all errors at once, in which case
   * nothing is written.
   */
  public synth(): GatewayAssembly {
    this.isSynthesized = true;
    return App.synthesize(this, { outdir: this.outdir, openApi: this.openApi });
  }
}
