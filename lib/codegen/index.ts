import type { Issue } from '../errors';
import { withCorsMethods } from '../openapi';
import { protocolNotWritten, protocolOf, tokensIn, type GatewaySpec, type Protocol } from '../spec';
import { declareApi } from './api';
import { declareHttpApi } from './http-api';
import { FunctionWriter, type ProgramApi } from './functions';
import { pascalCase } from './names';
import { Program } from './program';
import { resourceNames } from './resources';
import { TARGET, type TargetName } from './target';
import { declareWebSocketApi } from './web-socket-api';

/** A program that declares gateways. */
export interface WrittenProgram {
  /** TypeScript. */
  readonly text: string;
  /** Differences between the program and the specs, and secrets that are left out of it. */
  readonly issues: readonly Issue[];
  /** Secrets by the variables of the environment that the program reads them from. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Writes the program whose constructs have these specs. The same specs are the same text. @throws PROTOCOL_NOT_WRITTEN */
export function writeProgram(apis: readonly ProgramApi[], target: TargetName): WrittenProgram {
  const program = new Program(TARGET[target], stackIdOf(apis));
  const functions = new FunctionWriter(program, apis, new Set(apis.flatMap(({ spec }) => resourceNames(spec))));
  for (const declared of apis) {
    const api = target === 'cdk' ? { ...declared, spec: asOnAws(declared.spec, program) } : declared;
    const variables = functions.declare(api);
    program.gap();
    DECLARE[protocolOf(api.spec)](program, api.spec, { functions: variables, isOnly: apis.length === 1 });
  }
  const { text, issues, secrets } = program;
  return { text, issues, secrets };
}

/** Typed over all kinds of APIs: a new one does not compile without its program. */
const DECLARE: Readonly<Record<Protocol, typeof declareApi>> = {
  'rest': declareApi,
  'http': declareHttpApi,
  'function-url': (_, spec) => { throw protocolNotWritten(spec, 'Programs'); },
  'websocket': declareWebSocketApi,
};

/** `Pets` and `PetsApi` are `PetsStack`; `Api` is `ApiStack`, as `Stack` is the class that it extends. */
function stackIdOf(apis: readonly ProgramApi[]): string {
  const [only] = apis;
  if (only === undefined || apis.length > 1) return 'GatewayStack';
  const name = pascalCase(only.spec.api.name);
  return `${name.replace(/Api$/, '') || name}Stack`;
}

/** Returns the spec as constructs of a stack can express it: CORS becomes methods and headers. Reports tokens, which stay texts. */
function asOnAws(spec: GatewaySpec, program: Program): GatewaySpec {
  const tokens = [...new Set(tokensIn(JSON.stringify(spec)))];
  if (tokens.length > 0) program.differs(spec.api.name, `values known only after deployment (${tokens.join(', ')})`, 'texts with their names');
  return withCorsMethods(spec).spec;
}

export type { CodeLocation, ProgramApi } from './functions';
export { TARGETS, type TargetName } from './target';
