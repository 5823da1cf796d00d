import { readDocument, settingsInDocument } from './rest-api-document';
import { readResources } from './rest-api-resources';
import { namesOf, normalize, text, withNames, type CloudFormationTemplate } from './normalized';

/** An API as API Gateway has it once it is made, however the template says it: by resources, or by a document. */
export interface RestApiModel {
  readonly settings: Tree;
  readonly methods: Tree;
  readonly models: Tree;
  readonly validators: Tree;
  readonly authorizers: Tree;
  readonly gatewayResponses: Tree;
}

/** Members by name. */
export type Tree = Readonly<Record<string, unknown>>;

/** The APIs of a template by name, with references as names. */
export function restApisOf(template: CloudFormationTemplate): Readonly<Record<string, RestApiModel>> {
  const names = namesOf(template);
  const resources = Object.entries(template.Resources ?? {});
  return Object.fromEntries(
    resources
      .filter(([, { Type }]) => Type === 'AWS::ApiGateway::RestApi')
      .map(([id, { Properties }]) => {
        const own = withNames(Properties, names) as Tree; // properties are an object
        const dependents = resources.filter(
          ([, one]) => one.Properties?.RestApiId !== undefined && text(one.Properties.RestApiId) === JSON.stringify({ Ref: id }),
        );
        const { Body: body, ...settings } = own as { readonly Body?: Tree };
        const definition =
          body === undefined
            ? readResources(
              dependents.map(([key, one]) => ({
                key: names.get(key)?.key ?? '',
                type: one.Type,
                properties: withNames(one.Properties, names) as Tree,
              })),
            )
            : readDocument(body);
        const inDocument = Object.entries(body === undefined ? {} : settingsInDocument(body)).filter(([, value]) => value !== undefined);
        return [text(own.Name), { settings: { ...withDefaults(settings), ...Object.fromEntries(inDocument) }, ...definition }];
      }),
  );
}

/**
 * The APIs of a document with the names that nodes of the same content have as resources. A document must name what a template
 * need not: CloudFormation makes names up.
 */
export function withNamesOf(
  resources: Readonly<Record<string, RestApiModel>>, document: Readonly<Record<string, RestApiModel>>,
): Readonly<Record<string, RestApiModel>> {
  return Object.fromEntries(Object.entries(document).map(([name, api]) => {
    const siblings = resources[name];
    if (siblings === undefined) return [name, api];
    const renamed = KINDS.flatMap((kind) => sameByContent(siblings[kind], api[kind]));
    const rename = (text: string): string => renamed.find(([from]) => from === text.replace(/^model /, ''))?.[1] ?? text;
    return [name, withTexts(api, rename) as RestApiModel]; // texts only
  }));
}

const KINDS = ['validators', 'models', 'authorizers'] as const;

/** Names in the second tree, and what nodes like them are called in the first. */
function sameByContent(left: Tree, right: Tree): (readonly [string, string])[] {
  const onlyLeft = Object.entries(left).filter(([name]) => !(name in right));
  return Object.entries(right).filter(([name]) => !(name in left)).flatMap(([name, content]) => {
    const same = onlyLeft.find(([, other]) => JSON.stringify(other) === JSON.stringify(content));
    return same === undefined ? [] : [[name, same[0]] as const];
  });
}

function withTexts(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), withTexts(one, rename)]));
}

/** Returns the parts around the definition: stages, permissions, plans, keys, domain names, outputs; deployments without `DependsOn`. */
export function aroundApis(template: CloudFormationTemplate): Tree {
  const isAround =
    /^AWS::(ApiGateway::(Stage|Deployment|UsagePlan|UsagePlanKey|ApiKey|DomainName|BasePathMapping|Account)|Lambda::Permission)$|^Output$/;
  return Object.fromEntries(
    normalize(template, namesOf(template))
      .filter(({ type }) => isAround.test(type))
      .map(({ type, key, body }) => {
        const { DependsOn: _, ...rest } = body;
        return [`${type} ${key}`, type.endsWith('Deployment') ? rest : body];
      }),
  );
}

function withDefaults(settings: Tree): Tree {
  return { EndpointConfiguration: { Types: ['EDGE'] }, ApiKeySourceType: 'HEADER', BinaryMediaTypes: [], ...settings };
}
