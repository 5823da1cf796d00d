import type { aws_apigateway as apigateway, ISynthesisSession } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import path from 'node:path';
import { canonicalText } from '../../spec';
import { assemblyFiles, RENDERED_FILE, synthesize, wantedDirectory, writeAssembly, type CodeFiles } from '../../synth';
import { awsCdk } from '../aws-cdk';
import { madeCode } from '../render/function-code';

/** Directory of the gateway's assembly inside a cloud assembly. */
const DIRECTORY = 'gateway.out';

/** Cloud assemblies that already have one. */
const WRITTEN = new WeakSet<ISynthesisSession>();

/** Resources of APIs that were declared here. */
const RENDERED = new WeakMap<Construct, apigateway.CfnRestApi>();

/**
 * Writes the specs and the code of all APIs of an app or CDK stage next to its templates, so that the runtime serves what was
 * synthesized for AWS: `synthgate serve cdk.out`. If the command line runs the app, they are also written to its output
 * directory, together with the JSON Schema for editors, which nobody looks for in a cloud assembly.
 */
export function writeWithCloudAssembly(api: Construct, rendered: apigateway.CfnRestApi | undefined): void {
  if (rendered !== undefined) RENDERED.set(api, rendered);
  awsCdk().attachCustomSynthesis(api, {
    onSynthesize: (session) => {
      if (WRITTEN.has(session)) return;
      WRITTEN.add(session);
      const synthesis = synthesisOfStage(api);
      const rendered = renderedFile(api);
      writeAssembly(path.join(session.outdir, DIRECTORY), new Map([...assemblyFiles(synthesis, { hasSchema: false }), ...rendered]));
      const wanted = wantedDirectory();
      if (wanted !== undefined) writeAssembly(path.resolve(wanted), new Map([...assemblyFiles(synthesis), ...rendered]));
    },
  });
}

/** Which APIs in the templates are those of the specs, by template and logical id: all others were declared with the CDK. */
function renderedFile(api: Construct): CodeFiles {
  const { Stack, Stage } = awsCdk();
  const stage = Stage.of(api);
  const resources = (stage ?? api.node.root).node.findAll().flatMap((one) => {
    const resource = RENDERED.get(one);
    if (resource === undefined || Stage.of(one) !== stage) return [];
    const stack = Stack.of(resource);
    return [`${stack.templateFile}/${String(stack.resolve(resource.logicalId))}`];
  });
  return new Map([[RENDERED_FILE, Buffer.from(canonicalText({ resources: resources.sort() }))]]);
}

/** The APIs of the app or CDK stage that an API belongs to; nested CDK stages have their own cloud assemblies. */
function synthesisOfStage(api: Construct): ReturnType<typeof synthesize> {
  const { Stage } = awsCdk();
  const stage = Stage.of(api);
  const isIncluded = (other: Construct): boolean => Stage.of(other) === stage;
  return synthesize(stage ?? api.node.root, undefined, { codeSource: madeCode, isIncluded });
}
