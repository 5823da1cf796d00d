import { runtimeFamily, type RuntimeFamily } from '../../../spec';
import type { LayerSource } from '../../imported-source';
import { memberOf, membersOf, textOf, type Members } from '../../value';
import type { Resource } from '../stack';
import type { Stacks } from '../stacks';
import { directoryAt, hasDirectory } from './function-code';
import { PropertyReader, type PropertyProblem } from '../../../openapi';

/** The layers of a function. */
export interface Layers {
  /** Layers whose content is here, in the function's order. */
  readonly here: readonly LayerSource[];
  /** Layers whose content is elsewhere, as the function names them. */
  readonly elsewhere: readonly string[];
  /** Entries that are not the name of a layer. */
  readonly problems: readonly PropertyProblem[];
}

/** The layers of a function: with local content if the same source declares the layer version, otherwise elsewhere. */
export function layersOf(properties: Members, stacks: Stacks): Layers {
  const reader = new PropertyReader(properties);
  const named = reader.list('Layers');
  const family = runtimeFamily(textOf(properties.Runtime));
  const layers = named.map((name) => ({ name, layer: layerNamed(name, { stacks, family }) }));
  return {
    here: layers.flatMap(({ layer }) => layer ?? []),
    elsewhere: layers.filter(({ layer }) => layer === undefined).map(({ name }) => name),
    problems: reader.problems,
  };
}

interface LayerUse {
  readonly stacks: Stacks;
  /** The family of the function's runtime. */
  readonly family: RuntimeFamily | undefined;
}

function layerNamed(name: string, { stacks, family }: LayerUse): LayerSource | undefined {
  const version = stacks.resources.find(({ type, stack, logicalId }) => type === 'AWS::Lambda::LayerVersion' && stack.reference(logicalId) === name);
  const directory = version && directoryAt(version.stack.properties(version).Content, stacks.assetsOf(version.stack));
  if (version === undefined || directory === undefined) return undefined;
  return { name: version.logicalId, directory, ...(family === 'python' && isUnbuilt(version, directory) ? { below: 'python' } : {}) };
}

/** Whether a layer is the sources that `sam build` places below `python`, and has not. */
function isUnbuilt({ stack, logicalId }: Resource, directory: string): boolean {
  const declared = memberOf(membersOf(stack.source.document.value).Resources, logicalId);
  const method = textOf(memberOf(memberOf(declared, 'Metadata'), 'BuildMethod'));
  // a makefile is not run for a layer: it does by hand what SAM's builder of Python does
  return (runtimeFamily(method) === 'python' || method === 'makefile') && !hasDirectory(directory, 'python');
}
