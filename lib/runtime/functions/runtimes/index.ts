import { runtimeFamily, type RuntimeFamily } from '../../../spec';
import type { FunctionVersion } from '../../ports';
import { DOTNET } from './dotnet/dotnet';
import { IMAGE } from './image/image';
import { JAVA } from './java/java';
import { NODEJS } from './nodejs/nodejs';
import { PROVIDED } from './provided/provided';
import { PYTHON } from './python/python';
import { RUBY } from './ruby/ruby';
import type { RuntimeKind } from './runtime-kind';

export type { Interpreter, RuntimeKind, Wanted } from './runtime-kind';

/** All families of Lambda's runtimes: a new one does not compile without an entry here. */
export const RUNTIME_KINDS: Readonly<Record<RuntimeFamily, RuntimeKind>> = {
  nodejs: NODEJS,
  python: PYTHON,
  provided: PROVIDED,
  ruby: RUBY,
  java: JAVA,
  dotnet: DOTNET,
  image: IMAGE,
};

/** How a function runs: without a runtime, as one of Node.js. */
export function runtimeKind({ runtime }: Pick<FunctionVersion, 'runtime'>): RuntimeKind {
  return RUNTIME_KINDS[runtimeFamily(runtime) ?? 'nodejs'];
}
