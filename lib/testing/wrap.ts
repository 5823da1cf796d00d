import type { IConstruct } from 'constructs';
import { ApiBase } from '../constructs';
import { GatewayError } from '../errors';
import { importCloudAssembly } from '../importers';
import { canonicalText, readSpec } from '../spec';
import type { HasDefinition } from './format-gateway';
import { cloudAssemblyOf, keyOf, cdkApisOf } from './cdk-apis';

/**
 * The definition of an API of aws-cdk-lib: of a `RestApi`, `LambdaRestApi` or `SpecRestApi`, or of a construct with one API, such as its
 * stack. Assertions and snapshots take these constructs directly; this is for whatever else takes a definition, such as `formatGateway`.
 * It is read from the template that the CDK makes, when it is asked for.
 * @example expect(formatGateway(wrap(restApi))).toContain('GET /pets');
 */
export function wrap(construct: IConstruct): HasDefinition {
  return {
    toJson: () => {
      const text = definitionOf(construct);
      if (text === undefined) throw new GatewayError('API_UNKNOWN', { name: construct.node.path, known: 'none' });
      return text;
    },
  };
}

/**
 * The canonical spec of an `Api`, or of a construct with one API; undefined for anything else.
 * @throws API_UNKNOWN for a construct with several
 */
export function definitionText(subject: unknown): string | undefined {
  if (typeof subject !== 'object' || subject === null) return undefined;
  if ('toJson' in subject && typeof subject.toJson === 'function') return (subject as HasDefinition).toJson(); // a function, checked before
  return isConstruct(subject) ? definitionOf(subject) : undefined;
}

function definitionOf(construct: IConstruct): string | undefined {
  const declared = construct.node.findAll().filter(ApiBase.isApiBase);
  const restApis = cdkApisOf(construct);
  const [own] = declared;
  if (own !== undefined && declared.length + restApis.length === 1) return own.toJson();
  const known = [...declared.map(({ apiName }) => apiName), ...restApis.map(({ node }) => node.path)];
  if (known.length > 1) throw new GatewayError('API_UNKNOWN', { name: construct.node.path, known: known.join(', ') });
  if (known.length === 0) return undefined;
  const inside = new Set(restApis);
  const except = new Set(cdkApisOf(construct.node.root).filter((restApi) => !inside.has(restApi)).map(keyOf));
  const [api] = importCloudAssembly(cloudAssemblyOf(construct), { except: new Set([...except, ...renderedFrom(construct)]) }).apis;
  return api === undefined ? undefined : canonicalText(readSpec(api.spec, api.name).spec);
}

/** Returns the keys of the REST APIs that `Api` constructs anywhere in the app are rendered as. */
function renderedFrom(construct: IConstruct): string[] {
  return construct.node.root.node.findAll().filter(ApiBase.isApiBase).flatMap((api) => api.node.findAll().filter(isRestApi).map(keyOf));
}

function isRestApi(construct: IConstruct): construct is Parameters<typeof keyOf>[0] & IConstruct {
  return 'cfnResourceType' in construct && ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'].includes(String(construct.cfnResourceType));
}

function isConstruct(subject: object): subject is IConstruct {
  return 'node' in subject && typeof subject.node === 'object' && subject.node !== null && 'findAll' in subject.node;
}
