import { Command, Option } from 'commander';
import { Document, visit } from 'yaml';
import { issueText, throwIfErrors, type Issue } from '../../errors';
import { renderKubernetes, type KubernetesObject } from '../../kubernetes';
import { assemblyDirectory, readAssembly } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { kubernetesFlags, kubernetesOptions, namingKubernetesFlag } from '../kubernetes-flags';
import { leftOutOptions } from '../left-out-options';
import { appOption, outputOption, type AppOptions } from '../options';
import { sourceOptions } from '../sources/source-options';
import { printOrWrite, type Terminal } from '../terminal';

interface K8sCommandOptions extends AppOptions {
  readonly file?: string;
}

export function k8sCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('write the Kubernetes objects that run the gateway')
    .argument('[source]', 'app (a TypeScript or JavaScript file), assembly, spec, or another source: cdk.out, a template, an OpenAPI document (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .addOption(new Option('-f, --file <path>', 'write to a file instead of standard output'))
    .addHelpText('after', `
Deployment, Service, HorizontalPodAutoscaler, PodDisruptionBudget, NetworkPolicy, ServiceAccount and, with --gateway, HTTPRoute, as YAML.
The same definition and options give the same bytes. What the objects cannot express is listed on standard error, each with its code.
synthgate image writes the image that they run.

Examples:
  $ synthgate k8s --image registry.example.com/pets --gateway edge/public --file k8s.yaml
  $ synthgate k8s gateway.out --image registry.example.com/pets:1.4 --namespace shop --egress 10.1.0.0/16:5432
  $ synthgate k8s --image registry.example.com/pets --secret-env Pets.TABLE_TOKEN=pets/token | kubectl apply -f -`)
    .action(async (source: string | undefined, _: unknown, command: Command) => {
      const leftOut = await leftOutOptions('the arguments of the pods', command.options, terminal);
      await k8s(source, command.optsWithGlobals<K8sCommandOptions>(), { terminal, leftOut });
    });
  for (const option of [...kubernetesFlags(), ...sourceOptions()]) command.addOption(option);
  return command;
}

async function k8s(
  source: string | undefined, options: K8sCommandOptions, { terminal, leftOut }: { terminal: Terminal; leftOut: readonly Issue[] },
): Promise<void> {
  // as for the image, whose tag is the version of the same assembly
  const apis = readAssembly(assemblyDirectory(await freshAssembly(source, options, terminal)));
  const { objects, issues } = namingKubernetesFlag(() => renderKubernetes(apis, kubernetesOptions({ ...options })));
  terminal.err([...leftOut, ...issues].filter(({ severity }) => severity !== 'error').map((issue) => `${issueText(issue)}\n`).join(''));
  throwIfErrors('the Kubernetes objects', issues);
  const text = objects.map(yamlText).join('---\n');
  printOrWrite(text, options.file, terminal);
}

/** One document, without anchors and folded lines. Texts that YAML 1.1, as Kubernetes reads it, takes for other values are quoted. */
function yamlText(object: KubernetesObject): string {
  const document = new Document(object, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, scalar) => {
      if (/^[yn]$/i.test(String(scalar.value))) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 });
}
