import { refuseResource, refuseTemplate } from '../refuse';
import { openDocument, type SwaggerDocument } from '../swagger/document';
import { addCustomStatements, addResourcePolicy } from '../swagger/resource-policy';
import { addApiKeyDefinition, addSecurityDefinitions, setDefaultApiKey, setDefaultAuthorizer } from '../swagger/security';
import { isMap, isSet, type JsonMap } from '../value';
import { documentFor, type ApiSource } from './api-source';
import { declaredAuthorizers, IAM_DEFINITION, securityDefinition } from './authorizers';
import { postProcess } from './post-process';

const MEMBERS = new Set([
  'Authorizers', 'DefaultAuthorizer', 'InvokeRole', 'AddDefaultAuthorizerToCorsPreflight', 'AddApiKeyRequiredToCorsPreflight', 'ApiKeyRequired',
  'ResourcePolicy', 'UsagePlan',
]);

/** An API's `Auth`: its authorizers, the default one, required API keys and its resource policy. */
export function addAuth(source: ApiSource, auth: unknown): void {
  if (!isSet(auth) || !isMap(auth)) return;
  if (!isSet(source.body)) throw refuseResource(source.id, "Auth works only with inline Swagger specified in 'DefinitionBody' property.");
  if (!Object.keys(auth).every((key) => MEMBERS.has(key))) throw refuseResource(source.id, "Invalid value for 'Auth' property");
  const document = openDocument(documentFor(source, 'Auth configuration'));
  addAuthorizers(source, document, auth);
  if (isSet(auth['ApiKeyRequired'])) {
    addApiKeyDefinition(document);
    for (const path of Object.keys(document.paths)) setDefaultApiKey(document, path, isOn(auth, 'AddApiKeyRequiredToCorsPreflight'));
  }
  addPolicy(source, document, auth['ResourcePolicy']);
  postProcess(document, source.properties['OpenApiVersion']);
}

function addAuthorizers(source: ApiSource, document: SwaggerDocument, auth: JsonMap): void {
  const name = auth['DefaultAuthorizer'];
  const declared = declaredAuthorizers(source.id, auth['Authorizers']);
  const isIam = name === 'AWS_IAM';
  // without authorizers the translator ignores the default one, and deploys an open API
  if (Object.keys(declared).length === 0 && !isSet(name)) return;
  addSecurityDefinitions(document, {
    ...(isIam ? { AWS_IAM: IAM_DEFINITION } : {}),
    ...Object.fromEntries(Object.entries(declared).map(([key, authorizer]) => [key, securityDefinition(source, key, authorizer)])),
  });
  if (!isSet(name)) return;
  if (typeof name !== 'string') throw refuseResource(source.id, 'DefaultAuthorizer is not a string.');
  if (!Object.hasOwn(declared, name) && !isIam) {
    throw refuseResource(source.id, `Unable to set DefaultAuthorizer because '${name}' was not defined in 'Authorizers'.`);
  }
  const chosen = { name, authorizers: declared, preflight: isOn(auth, 'AddDefaultAuthorizerToCorsPreflight') };
  for (const path of Object.keys(document.paths)) setDefaultAuthorizer(document, path, chosen);
}

function addPolicy({ properties }: ApiSource, document: SwaggerDocument, policy: unknown): void {
  if (!isSet(policy)) return;
  if (!isMap(policy)) throw refuseTemplate('ResourcePolicy must be a map (ResourcePolicyStatement).');
  for (const path of Object.keys(document.paths)) addResourcePolicy({ document, path, stage: properties['StageName'] }, policy);
  if (isSet(policy['CustomStatements'])) addCustomStatements(document, policy['CustomStatements']);
}

/** Both settings for preflights are on unless they are switched off. */
function isOn(auth: JsonMap, key: string): boolean {
  return Object.hasOwn(auth, key) ? isSet(auth[key]) : true;
}
