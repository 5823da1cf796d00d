import type { ISynthesisSession } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import path from 'node:path';
import { assemblyFiles, synthesize, wantedDirectory, writeAssembly } from '../../synth';
import { awsCdk } from '../aws-cdk';
import { madeCode } from '../render/function-code';

/** Directory of the gateway's assembly inside a cloud assembly. */
const DIRECTORY = 'gateway.out';

/** Cloud assemblies that already have one. */
const WRITTEN = new WeakSet<ISynthesisSession>();

/**
 * Writes the specs and the code of all APIs of an app or CDK stage next to its templates, so that the runtime serves what was
 * synthesized for AWS: `synthgate serve cdk.out`. If the command line runs the app, they are also written to its output
 * directory, together with the JSON Schema for editors, which nobody looks for in a cloud assembly.
 */
export function writeWithCloudAssembly(api: Construct): void {
  awsCdk().attachCustomSynthesis(api, {
    onSynthesize: (session) => {
      if (WRITTEN.has(session)) return;
      WRITTEN.add(session);
      const synthesis = synthesisOfStage(api);
      writeAssembly(path.join(session.outdir, DIRECTORY), assemblyFiles(synthesis, { hasSchema: false }));
      const wanted = wantedDirectory();
      if (wanted !== undefined) writeAssembly(path.resolve(wanted), assemblyFiles(synthesis));
    },
  });
}

/** The APIs of the app or CDK stage that an API belongs to; nested CDK stages have their own cloud assemblies. */
function synthesisOfStage(api: Construct): ReturnType<typeof synthesize> {
  const { Stage } = awsCdk();
  const stage = Stage.of(api);
  const isIncluded = (other: Construct): boolean => Stage.of(other) === stage;
  return synthesize(stage ?? api.node.root, undefined, { codeSource: madeCode, isIncluded });
}
