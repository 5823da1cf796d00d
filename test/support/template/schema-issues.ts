import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { TemplateResource } from '../aws-stack';
import { text, type CloudFormationTemplate } from './normalized';

type Database = ReturnType<typeof loadAwsServiceSpecSync>;
type Schema = ReturnType<typeof schemaOf>;
type Properties = NonNullable<Schema>['properties'];
type PropertyType = Properties[string]['type'];

/** Functions of CloudFormation whose value is known on deployment only. */
const FUNCTIONS = /^(Ref|Condition|Fn::\w+)$/;
/** @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const LIMITS = { resources: 500, outputs: 200, bytes: 1_000_000, logicalId: 255, description: 1024 };

let loaded: Database | undefined;

/** CloudFormation's resource schemas as the package of the CDK carries them, read once. */
function database(): Database {
  loaded ??= loadAwsServiceSpecSync();
  return loaded;
}

function schemaOf(type: string) {
  return database().lookup('resource', 'cloudFormationType', 'equals', type)[0];
}

/**
 * Returns the errors for which CloudFormation would refuse a template before it creates anything: unknown types and properties,
 * missing ones, values of another type or outside their list, references to nothing, and exceeded limits.
 */
export function templateIssues(template: CloudFormationTemplate): string[] {
  const resources = template.Resources ?? {};
  return [
    ...limitIssues(template),
    ...Object.entries(resources).flatMap(([id, resource]) => resourceIssues(resource).map((found) => `${id} (${resource.Type}) ${found}`)),
    ...referenceIssues(template, resources),
  ];
}

function limitIssues({ Resources: resources = {}, Outputs: outputs = {}, ...rest }: CloudFormationTemplate): string[] {
  const sizes: [keyof typeof LIMITS, number][] = [
    ['resources', Object.keys(resources).length],
    ['outputs', Object.keys(outputs).length],
    ['bytes', Buffer.byteLength(JSON.stringify({ Resources: resources, Outputs: outputs, ...rest }))],
    ['logicalId', Math.max(0, ...Object.keys(resources).map((id) => id.length))],
  ];
  const names = Object.keys(resources)
    .filter((id) => !/^[A-Za-z0-9]+$/.test(id))
    .map((id) => `${id} is not a logical id`);
  return [
    ...names,
    ...sizes.filter(([name, size]) => size > LIMITS[name]).map(([name, size]) => `${size} ${name}, at most ${LIMITS[name]}`),
  ];
}

function resourceIssues({ Type, Properties: given = {} }: TemplateResource): string[] {
  const schema = schemaOf(Type);
  return schema === undefined ? ['is of an unknown type'] : propertyIssues(given, schema.properties, 'Properties');
}

function propertyIssues(given: Readonly<Record<string, unknown>>, properties: Properties, at: string): string[] {
  const missing = Object.entries(properties).filter(([name, { required }]) => required === true && given[name] === undefined);
  return [
    ...missing.map(([name]) => `${at}.${name} is missing`),
    ...Object.entries(given).flatMap(([name, value]) =>
      Object.hasOwn(properties, name) ? valueIssues(value, properties[name].type, `${at}.${name}`) : [`${at}.${name} is unknown`],
    ),
  ];
}

function valueIssues(value: unknown, type: PropertyType, at: string): string[] {
  if (isFunction(value)) return [];
  switch (type.type) {
    case 'union': {
      const each = type.types.map((one) => valueIssues(value, one, at));
      return each.some((found) => found.length === 0) ? [] : (each[0] ?? []);
    }
    case 'array':
      return Array.isArray(value) ? value.flatMap((one, index) => valueIssues(one, type.element, `${at}.${index}`)) : [`${at} is not a list`];
    case 'map':
      return isRecord(value)
        ? Object.entries(value).flatMap(([key, one]) => valueIssues(one, type.element, `${at}.${key}`))
        : [`${at} is not a map`];
    case 'ref':
      return isRecord(value)
        ? propertyIssues(value, database().get('typeDefinition', type.reference).properties, at)
        : [`${at} is not an object`];
    case 'tag':
      return isRecord(value) && typeof value.Key === 'string' && value.Value !== undefined ? [] : [`${at} is not a tag`];
    case 'string':
      return stringIssues(value, type.allowedValues, at);
    case 'date-time':
      return stringIssues(value, undefined, at);
    case 'number':
      return typeof value === 'number' ? [] : [`${at} is not a valid number: ${text(value)}`];
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at} is not a valid integer: ${text(value)}`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at} is not a boolean: ${text(value)}`];
    case 'json':
      return isRecord(value) || Array.isArray(value) ? [] : [`${at} is not valid JSON: ${text(value)}`];
    case 'null':
      return value === null ? [] : [`${at} is not null`];
  }
}

function stringIssues(value: unknown, allowed: readonly string[] | undefined, at: string): string[] {
  if (typeof value !== 'string') return [`${at} is not a string: ${text(value)}`];
  return allowed === undefined || allowed.includes(value) ? [] : [`${at} is ${value}, not one of ${allowed.join(', ')}`];
}

/** Every reference leads to a resource of the template, and to an attribute that its type has. */
function referenceIssues(template: CloudFormationTemplate, resources: Readonly<Record<string, TemplateResource>>): string[] {
  const { Parameters: parameters = {} } = template as { readonly Parameters?: Readonly<Record<string, unknown>> };
  const issues: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value) || Array.isArray(value)) return;
    const { Ref: ref, 'Fn::GetAtt': attribute, DependsOn: needed } = value;
    if (typeof ref === 'string' && !ref.startsWith('AWS::') && !(ref in resources) && !(ref in parameters)) issues.push(`nothing is ${ref}`);
    if (attribute !== undefined && isFunction(value)) issues.push(...attributeIssues(attribute, resources));
    if (typeof value.Type === 'string')
    {issues.push(
      ...[needed ?? []]
        .flat()
        .filter((id) => !(text(id) in resources))
        .map((id) => `nothing to wait for is ${text(id)}`),
    );}
    Object.values(value).forEach(visit);
  };
  visit({ ...resources });
  visit({ ...template.Outputs });
  return issues;
}

function attributeIssues(given: unknown, resources: Readonly<Record<string, TemplateResource>>): string[] {
  const [id = '', ...rest] = Array.isArray(given) ? given.map(String) : text(given).split('.');
  const resource = resources[id];
  if (resource === undefined) return [`nothing is ${id}`];
  const attributes = schemaOf(resource.Type)?.attributes ?? {};
  const name = rest.join('.');
  return name in attributes || resource.Type.startsWith('Custom::') ? [] : [`${id} (${resource.Type}) has no attribute ${name}`];
}

function isFunction(value: unknown): boolean {
  const [only, ...others] = isRecord(value) ? Object.keys(value) : [];
  return only !== undefined && others.length === 0 && FUNCTIONS.test(only);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
