import type { Members } from '../../value';
import type { Stacks } from '../stacks';
import { directoryAt } from './function-code';
import { PropertyReader, type PropertyProblem } from './property-reader';

/** The layers of a function. */
export interface Layers {
  /** Directories with the content of those that are here, in the function's order. */
  readonly directories: readonly string[];
  /** Those whose content is elsewhere, as the function names them. */
  readonly elsewhere: readonly string[];
  /** What is not the name of a layer. */
  readonly problems: readonly PropertyProblem[];
}

/** Where the layers of a function are: as local content of a layer version of the same source, or elsewhere. */
export function layersOf(properties: Members, stacks: Stacks): Layers {
  const reader = new PropertyReader(properties);
  const named = reader.list('Layers');
  const found = named.map((name) => ({ name, directory: contentOf(name, stacks) }));
  return {
    directories: found.flatMap(({ directory }) => directory ?? []),
    elsewhere: found.filter(({ directory }) => directory === undefined).map(({ name }) => name),
    problems: reader.problems,
  };
}

function contentOf(name: string, stacks: Stacks): string | undefined {
  const version = stacks.resources.find(({ type, stack, logicalId }) => type === 'AWS::Lambda::LayerVersion' && stack.reference(logicalId) === name);
  return version === undefined ? undefined : directoryAt(version.stack.properties(version).Content, stacks.assetsOf(version.stack));
}
