import { readDocument, settingsInDocument } from './rest-api-document';
import { readResources } from './rest-api-resources';
import { namesOf, normalise, text, withNames, type CloudFormationTemplate } from './normalised';

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
        const others = resources.filter(
          ([, one]) => one.Properties?.RestApiId !== undefined && text(one.Properties.RestApiId) === JSON.stringify({ Ref: id }),
        );
        const { Body: body, ...settings } = own as { readonly Body?: Tree };
        const definition =
          body === undefined
            ? readResources(
              others.map(([key, one]) => ({
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

/** What is not the definition: stages, permissions, plans, keys, domain names, outputs. Deployments wait for other things. */
export function aroundApis(template: CloudFormationTemplate): Tree {
  const isAround =
    /^AWS::(ApiGateway::(Stage|Deployment|UsagePlan|UsagePlanKey|ApiKey|DomainName|BasePathMapping|Account)|Lambda::Permission)$|^Output$/;
  return Object.fromEntries(
    normalise(template, namesOf(template))
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
