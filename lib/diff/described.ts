import type { DeclaredDocument, DeclaredParts, GatewaySpec, LocatedMethod, MethodSpec } from '../spec';
import type { Models } from './bodies';

/** Requests and responses of a method as its definition describes them: by an OpenAPI document, or by its own models. */
export interface Described extends Pick<MethodSpec, 'requestParameters' | 'requestModels' | 'methodResponses'> {
  /** The models that it names. */
  readonly models: Models;
  /** The document's parameters. @default - there is no document */
  readonly parameters?: DeclaredDocument['methods'][string]['parameters'];
}

/** A definition, and what it declares besides. */
export interface DescribedSpec {
  readonly spec: GatewaySpec;
  readonly document: DeclaredDocument | undefined;
  readonly models: Models;
}

export function describedSpec(spec: GatewaySpec, { document }: DeclaredParts = {}): DescribedSpec {
  const { draft, schemas = {} } = document ?? {};
  const models = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
  return { spec, document, models: draft === undefined ? spec : { api: spec.api, models, draft } };
}

/** Both sides of a route: as documents describe it if those of both sides do, as something else does not say less by being silent. */
export function describedPair(before: LocatedMethod, after: LocatedMethod,
  specs: readonly [DescribedSpec, DescribedSpec]): readonly [Described, Described] {
  const [then, now] = specs;
  const documents = [declarationOf(before, then.document), declarationOf(after, now.document)] as const;
  const isInBoth = documents.every((document) => document !== undefined);
  return [described(before, then, isInBoth ? documents[0] : undefined), described(after, now, isInBoth ? documents[1] : undefined)];
}

/** The day from which on a method may be gone; undefined if none is announced. */
export function sunsetOf(located: LocatedMethod, document: DeclaredDocument | undefined): string | undefined {
  return located.method.documentation?.sunset ?? declarationOf(located, document)?.sunset;
}

type Declaration = DeclaredDocument['methods'][string];

function declarationOf({ httpMethod, path }: LocatedMethod, document: DeclaredDocument | undefined): Declaration | undefined {
  const name = `${httpMethod} ${path}`;
  return document !== undefined && Object.hasOwn(document.methods, name) ? document.methods[name] : undefined;
}

function described({ method }: LocatedMethod, { spec, models }: DescribedSpec, declaration: Declaration | undefined): Described {
  const { requestParameters, requestModels, methodResponses } = method;
  if (declaration === undefined) return { requestParameters, requestModels, methodResponses, models: spec };
  const { parameters, requestModels: bodies, responses } = declaration;
  const required = Object.fromEntries(Object.entries(parameters).map(([name, { isRequired }]) => [name, isRequired]));
  // statuses and headers that the gateway itself adds are not in the document
  const whole = Object.fromEntries(Object.entries(responses).map(([status, response]) => {
    const { responseParameters = {}, ...known } = methodResponses[status] ?? {};
    return [status, { ...known, ...response, responseParameters: { ...responseParameters, ...response.responseParameters } }] as const;
  }));
  return {
    requestParameters: { ...required, ...requestParameters }, requestModels: bodies, methodResponses: { ...methodResponses, ...whole },
    models, parameters,
  };
}
