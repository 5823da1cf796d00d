import type { CfnElement, IResolvable, ISynthesisSession } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import path from 'node:path';
import { ApiBase } from '../../constructs';
import { canonicalText } from '../../spec';
import { assemblyFiles, RENDERED_FILE, synthesize, wantedDirectory, writeAssembly, type CodeFiles } from '../../synth';
import { awsCdk } from '../aws-cdk';
import { madeCode } from '../render/function-code';
import { renderedOf } from '../render/functions-of-stack';

/** Directory of the gateway's assembly inside a cloud assembly. */
const DIRECTORY = 'gateway.out';

/** Cloud assemblies that already have one. */
const WRITTEN = new WeakSet<ISynthesisSession>();

/** Resources of APIs that were declared here. */
const RENDERED = new WeakMap<Construct, CfnElement>();

/**
 * Writes the specs and the code of all APIs of an app or CDK stage next to its templates, so that the runtime serves what was
 * synthesized for AWS: `synthgate serve cdk.out`. If the command line runs the app, they are also written to its output
 * directory, together with the JSON Schema for editors, which nobody looks for in a cloud assembly.
 */
export function writeWithCloudAssembly(api: Construct, rendered: CfnElement | undefined): void {
  if (rendered !== undefined) RENDERED.set(api, rendered);
  awsCdk().attachCustomSynthesis(api, {
    onSynthesize: (session) => {
      if (WRITTEN.has(session)) return;
      WRITTEN.add(session);
      const synthesis = synthesisOfStage(api);
      const rendered = renderedFile(api);
      const inside = path.join(session.outdir, DIRECTORY);
      writeAssembly(inside, new Map([...assemblyFiles(synthesis, { hasSchema: false, directory: inside }), ...rendered]));
      const wanted = wantedDirectory();
      if (wanted === undefined) return;
      const directory = path.resolve(wanted);
      writeAssembly(directory, new Map([...assemblyFiles(synthesis, { directory }), ...rendered]));
    },
  });
}

/**
 * Returns the file that records how the definitions were rendered: the resources of their APIs and functions, by template and
 * logical id, and the values of tokens in the templates. All other APIs were declared with the CDK.
 */
function renderedFile(api: Construct): CodeFiles {
  const { Stage } = awsCdk();
  const stage = Stage.of(api);
  const inStage = (stage ?? api.node.root).node.findAll().filter((construct) => Stage.of(construct) === stage);
  const resources = inStage.flatMap((construct) => RENDERED.get(construct) ?? []).map(keyOf).sort();
  const collected = inStage.filter(ApiBase.isApiBase).map((declared) => ({ declared, ...declared._collect() }));
  const apis = collected.flatMap(({ declared, spec }) => {
    const resource = RENDERED.get(declared);
    return spec === undefined || resource === undefined ? [] : [[keyOf(resource), spec.api.id]];
  });
  const functions = collected.flatMap(({ functions: own }) => own).flatMap((fn) => {
    const resource = renderedOf(fn)?.node.defaultChild;
    // a function that exists on AWS has no resource here
    return resource !== undefined && awsCdk().CfnElement.isCfnElement(resource) ? [[keyOf(resource), fn._specName]] : [];
  });
  const tokens = collected.flatMap(({ declared, tokens: own }) => [...own].map(([name, token]) => [name, inTemplate(token, declared)]));
  const references = { apis: Object.fromEntries(apis), functions: Object.fromEntries(functions), tokens: Object.fromEntries(tokens) };
  return new Map([[RENDERED_FILE, Buffer.from(canonicalText({ resources, ...(tokens.length === 0 ? {} : references) }))]]);
}

function keyOf(resource: CfnElement): string {
  const { stack } = resource;
  return `${stack.templateFile}/${String(stack.resolve(resource.logicalId))}`;
}

/** A reference as written in the template of its target; any other value as in the API's template. */
function inTemplate(token: IResolvable, api: Construct): { readonly template: string; readonly value: unknown } {
  const { Reference, Stack } = awsCdk();
  const stack = Stack.of(Reference.isReference(token) ? token.target : api);
  return { template: stack.templateFile, value: stack.resolve(token) as unknown };
}

/** The APIs of the app or CDK stage that an API belongs to; nested CDK stages have their own cloud assemblies. */
function synthesisOfStage(api: Construct): ReturnType<typeof synthesize> {
  const { Stage } = awsCdk();
  const stage = Stage.of(api);
  const isIncluded = (construct: Construct): boolean => Stage.of(construct) === stage;
  return synthesize(stage ?? api.node.root, undefined, { codeSource: madeCode, isIncluded });
}
