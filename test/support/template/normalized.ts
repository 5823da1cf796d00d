import type { TemplateResource } from '../aws-stack';

/** A CloudFormation template, as far as it is compared. */
export interface CloudFormationTemplate {
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** A resource under a name that says what it is, with references to other such names. */
export interface NormalizedResource {
  readonly type: string;
  /** The name of the resource among those of its type: `GET /pets`. */
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The type and the key of each resource, by its logical id. */
export type Names = Map<string, { readonly type: string; readonly key: string }>;

type Resources = Readonly<Record<string, TemplateResource>>;
type Identity = (resource: TemplateResource, named: Naming) => string;

/** How resources are told apart inside a template. */
interface Naming {
  readonly resources: Resources;
  /** The key of the resource that a value refers to. */
  readonly keyOf: (value: unknown) => string;
}

const GATEWAY = 'AWS::ApiGateway::';

/** The keys of resources, by type: from their own properties, and from the resources that they refer to. */
const IDENTITIES: Readonly<Record<string, Identity>> = {
  RestApi: ({ Properties }) => text(Properties.Name),
  Resource: ({ Properties }, { keyOf }) => `${keyOf(Properties.ParentId).replace(/\/$/, '')}/${text(Properties.PathPart)}`,
  Method: ({ Properties }, { keyOf }) => `${text(Properties.HttpMethod)} ${keyOf(Properties.ResourceId)}`,
  Stage: ({ Properties }) => text(Properties.StageName),
  Deployment: ({ Properties }, { keyOf }) => keyOf(Properties.RestApiId),
  Model: ({ Properties }) => text(Properties.Name ?? Properties.Schema),
  Authorizer: ({ Properties }) => text(Properties.Name),
  RequestValidator: ({ Properties }) => text(Properties.Name ?? [Properties.ValidateRequestBody, Properties.ValidateRequestParameters]),
  GatewayResponse: ({ Properties }) => text(Properties.ResponseType),
  ApiKey: ({ Properties }) => text(Properties.Name ?? Properties.Value ?? Properties.Description),
  UsagePlan: ({ Properties }) => text(Properties.UsagePlanName ?? Properties.Description),
  UsagePlanKey: ({ Properties }, { keyOf }) => `${keyOf(Properties.KeyId)} of ${keyOf(Properties.UsagePlanId)}`,
  DomainName: ({ Properties }) => text(Properties.DomainName),
  BasePathMapping: ({ Properties }, { keyOf }) => `${keyOf(Properties.DomainName)}/${text(Properties.BasePath)}`,
};

/** Returns the type and the key of each resource of a template. */
export function namesOf({ Resources: resources = {} }: CloudFormationTemplate): Names {
  const names: Names = new Map();
  const keyOf = (value: unknown): string => {
    const [id, attribute] = referenced(value);
    const resource = resources[id];
    if (resource === undefined) return text(value);
    return attribute === 'RootResourceId' ? '/' : keyOfResource(id, resource, { resources, keyOf });
  };
  const hasSeveralApis = Object.values(resources).filter(({ Type }) => Type === `${GATEWAY}RestApi`).length > 1;
  for (const [id, resource] of Object.entries(resources)) {
    const api = hasSeveralApis && resource.Properties?.RestApiId !== undefined ? `${keyOf(resource.Properties.RestApiId)}: ` : '';
    names.set(id, { type: resource.Type, key: `${api}${keyOfResource(id, resource, { resources, keyOf })}` });
  }
  return names;
}

/** Resources of other services keep their logical id without the digits that stand for its path. */
function keyOfResource(id: string, resource: TemplateResource, naming: Naming): string {
  const identity = IDENTITIES[resource.Type.replace(GATEWAY, '')];
  return identity === undefined ? id.replace(/[0-9A-F]{8}$/, '') : identity(resource, naming);
}

/** All resources of a template, and its outputs. */
export function normalize(template: CloudFormationTemplate, names: Names): NormalizedResource[] {
  const resources = Object.entries(template.Resources ?? {}).flatMap(([id, resource]): NormalizedResource[] => {
    const { type, key } = names.get(id) ?? { type: resource.Type, key: id };
    const { Type: _type, DependsOn, Metadata: _metadata, ...rest } = resource as TemplateResource & { readonly Metadata?: unknown };
    const needed = [DependsOn ?? []]
      .flat()
      .map((one) => nameText(one, names));
    const body = withSettingsByMethod(withNames(rest, names)) as Record<string, unknown>; // what was an object stays one
    const isPermission = type === 'AWS::Lambda::Permission';
    return [
      {
        type,
        key: isPermission ? permissionKey(body) : key,
        body: {
          LogicalId: id, ...body,
          ...(needed.length === 0 ? {} : { DependsOn: Object.fromEntries(needed.map((one) => [one, true])) }),
        },
      },
    ];
  });
  const outputs = Object.entries(template.Outputs ?? {}).map(([id, { Value }]): NormalizedResource => ({
    type: 'Output',
    key: id.replace(/[0-9A-F]{8}$/, ''),
    body: { Value: withNames(Value, names) },
  }));
  return [...resources, ...outputs];
}

/** Settings of a stage by what they are about: their order says nothing. */
function withSettingsByMethod(body: unknown): unknown {
  const { Properties } = body as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>; // a resource is an object
  if (!Array.isArray(Properties?.MethodSettings)) return body;
  const settings = Properties.MethodSettings as readonly Readonly<Record<string, unknown>>[];
  const byMethod = settings.map(({ HttpMethod, ResourcePath, ...setting }) => [`${text(HttpMethod)} ${text(ResourcePath)}`, setting]);
  return { ...(body as object), Properties: { ...Properties, MethodSettings: Object.fromEntries(byMethod) } };
}

/** A permission is what it permits. */
function permissionKey({ Properties }: Readonly<Record<string, unknown>>): string {
  const { FunctionName, SourceArn } = Properties as Readonly<Record<string, unknown>>; // every permission has properties
  return `${text(FunctionName)} from ${text(SourceArn).replace(/^.*:/, '')}`;
}

/** References as names, and joined texts as one text. */
export function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const [[only, member] = [], ...others] = Object.entries(value) as [string, unknown][];
  if (others.length === 0) {
    if (only === 'Ref') return `\${${nameText(text(member), names)}}`;
    if (only === 'Fn::GetAtt') return `\${${nameText(referenced(value)[0], names)}.${referenced(value)[1] ?? ''}}`;
    if (only === 'Fn::Join') return joined(member, names);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNames(one, names)]));
}

function joined(member: unknown, names: Names): string {
  const [separator, parts] = member as [string, unknown[]]; // as CloudFormation has it
  return parts.map((one) => text(withNames(one, names))).join(separator);
}

/** The logical id and the attribute that a value refers to. */
function referenced(value: unknown): [id: string, attribute?: string] {
  if (typeof value !== 'object' || value === null) return [''];
  if ('Ref' in value) return [text(value.Ref)];
  if (!('Fn::GetAtt' in value)) return [''];
  const target = value['Fn::GetAtt'];
  const [id, ...attribute] = Array.isArray(target) ? target.map(String) : text(target).split('.');
  return [id, attribute.join('.')];
}

function nameText(id: string, names: Names): string {
  const name = names.get(id);
  return name === undefined ? id : `${name.type} ${name.key}`;
}

/** Texts as they are, everything else as JSON. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
