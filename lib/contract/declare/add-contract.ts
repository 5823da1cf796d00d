import type { Contract } from '../contract';
import { ContractError } from '../contract-error';
import { CONTRACT_USE_ERRORS } from '../../errors';
import { awsConstructs, cdk, constructs, specModule } from '../library';
import { contractName, methodPartsOf, type ContractModel, type MethodParts, type MethodTexts } from './method-parts';

/** An Api of `synthgate` or `synthgate/aws`, or a RestApi of aws-cdk-lib: told by members, as no user needs the types of the CDK. */
export interface ContractApi {
  readonly node: object;
  readonly root: { resourceForPath(path: string): { addMethod(httpMethod: string, target: never, options: never): object } };
  addModel(id: string, props: never): object;
}

type AddMethod<A extends ContractApi> = ReturnType<A['root']['resourceForPath']>['addMethod'];
type Decided = 'operationName' | 'documentation' | 'methodResponses' | 'requestModels' | 'requestValidator' | 'requestValidatorOptions' | 'requestParameters';
type OptionsOf<A extends ContractApi> = Omit<NonNullable<Parameters<AddMethod<A>>[2]>, Decided>;
/** The handler of a contract's method, and what of the method's options the contract does not decide. */
export type AddContractOptions<A extends ContractApi> = OptionsOf<A> & {
  /** Source file of the handler, absolute or relative to the working directory. Either `entry` or `integration`. */
  readonly entry?: string;
  /**
   * Further settings of the function at `entry`: a ProxyFunction, for a RestApi of the CDK a NodejsFunction, which check them. They have no
   * type here, as handlers and clients, which import this file too, would then load those of the constructs and the CDK.
   */
  readonly functionProps?: Readonly<Record<string, unknown>>;
  /** The function or integration that answers the method. Either `entry` or `integration`. */
  readonly integration?: Parameters<AddMethod<A>>[1];
};

/** The members of all kinds of APIs that are used; what they take is what the contract's parts are. */
interface AnyApi {
  readonly restApiId?: string;
  readonly node: { tryFindChild(id: string): object | undefined; addMetadata(type: string, data: string): void };
  readonly root: { resourceForPath(path: string): { addMethod(httpMethod: string, target: unknown, options: object): object } };
  addRequestValidator(id: string, props: object): object;
  addModel(id: string, props: object): { readonly node: { addMetadata(type: string, data: string): void } };
}

interface AnyOptions {
  readonly entry?: string;
  readonly functionProps?: object;
  readonly integration?: unknown;
}

/**
 * Declares the resource and the method of a contract, with models, validator, parameters and responses. The gateway then refuses
 * what the models can refuse, and `handle` the rest; keywords that models have not are a warning.
 * @returns the method
 * @throws CONTRACT_SCHEMA_UNUSABLE, CONTRACT_HANDLER_MISSING, CONTRACT_API_UNKNOWN
 * @example
 * addContract(api, getPet, { entry: 'src/get-pet.ts', authorizer });
 */
export function addContract<A extends ContractApi>(api: A, contract: Contract, options: AddContractOptions<A>): ReturnType<AddMethod<A>> {
  const kind = kindOf(api, contract);
  // every kind of API has these members, and every kind of options
  const method = declared(kind, { api: api as unknown as AnyApi, contract, options: options as AnyOptions });
  // addMethod returns what its type says
  return method as ReturnType<AddMethod<A>>;
}

interface Declaration {
  readonly api: AnyApi;
  readonly contract: Contract;
  readonly options: AnyOptions;
}

function declared(kind: ApiKind, { api, contract, options: { entry, functionProps, integration, ...options } }: Declaration): object {
  if ((entry === undefined) === (integration === undefined)) {
    throw new ContractError('CONTRACT_HANDLER_MISSING', { contract: contract.route, given: entry === undefined ? 'neither' : 'both' }, CONTRACT_USE_ERRORS);
  }
  const parts = methodPartsOf(contract, contractName(api, contract.route));
  const { name, method, path, operationName, requestParameters, requestModel, responses } = parts;
  const texts = kind.texts(api, parts);
  const models = (model: ContractModel | undefined) => (model === undefined ? undefined : { [model.contentType]: kind.model(api, model) });
  const target = integration ?? kind.target(api, `${name}Function`, { ...functionProps, entry });
  return api.root.resourceForPath(path).addMethod(method, target, {
    ...options,
    operationName,
    documentation: texts.documentation,
    requestParameters,
    requestModels: models(requestModel),
    requestValidator: validatorOf(api, requestModel !== undefined),
    methodResponses: responses.map(({ statusCode, parameters, model }) => ({
      statusCode, description: texts.descriptions[statusCode], responseParameters: parameters, responseModels: models(model),
    })),
  });
}

/** The validator of the API's contracts with or without a body: each API has two at most. */
function validatorOf(api: AnyApi, validateRequestBody: boolean): object {
  const id = validateRequestBody ? 'ContractValidator' : 'ContractParameterValidator';
  return api.node.tryFindChild(id) ?? api.addRequestValidator(id, { validateRequestBody, validateRequestParameters: true });
}

/** Texts that the options of a method take. */
interface OptionTexts {
  readonly documentation?: MethodTexts | undefined;
  /** By status. */
  readonly descriptions: Readonly<Record<string, string | undefined>>;
}

/** The constructs that an API is declared with. */
interface ApiKind {
  /** Returns the texts that options take, and declares the others. */
  readonly texts: (api: AnyApi, parts: MethodParts) => OptionTexts;
  readonly target: (api: AnyApi, id: string, props: object) => object;
  readonly model: (api: AnyApi, model: ContractModel) => object;
}

/** A model converts its schema itself, and warns of what is lost. */
const OURS: ApiKind = {
  texts: (_api, { documentation, responses }) =>
    ({ documentation, descriptions: Object.fromEntries(responses.map(({ statusCode, description }) => [statusCode, description])) }),
  target: (api, id, props) => {
    const { ProxyFunction } = 'restApiId' in api ? awsConstructs() : constructs();
    return new ProxyFunction(api as never, id, props);
  },
  model: (api, { name, contentType, schema }) => api.addModel(name, { modelName: name, contentType, schema }),
};

const OF_THE_CDK: ApiKind = {
  texts: (api, { name, path, method, documentation, responses }) => {
    const { CfnDocumentationPart } = cdk();
    const add = (type: string, texts: object, statusCode?: string): object => new CfnDocumentationPart(
      api as never, `${name}Documentation${statusCode ?? ''}`, // a RestApi, as kindOf() says
      { restApiId: String(api.restApiId), location: { type, path, method, statusCode }, properties: JSON.stringify(texts) },
    );
    if (documentation !== undefined) add('METHOD', specModule().documentationMembers({ ...documentation } as object));
    for (const { statusCode, description } of responses) if (description !== undefined) add('RESPONSE', { description }, statusCode);
    return { descriptions: {} };
  },
  target: (api, id, props) => {
    const { LambdaIntegration, NodejsFunction } = cdk();
    return new LambdaIntegration(new NodejsFunction(api as never, id, { ...newestRuntime(api), ...props }));
  },
  model: (api, { name, contentType, schema }) => {
    const lost = new Set<string>();
    const model = api.addModel(name, { modelName: name, contentType, schema: specModule().draft4Keywords(schema, lost) });
    if (lost.size > 0) model.node.addMetadata('aws:cdk:warning', `models are JSON Schema draft 4 and lack ${[...lost].sort().join(', ')}; handle() checks what they say`);
    return model;
  },
};

/** Without its feature flag, NodejsFunction chooses Node.js 16, for which Lambda no longer creates functions. */
function newestRuntime(api: AnyApi): object {
  const { FeatureFlags, Runtime, RuntimeFamily } = cdk();
  if (FeatureFlags.of(api as never).isEnabled('@aws-cdk/aws-lambda-nodejs:useLatestRuntimeVersion') === true) return {}; // a construct
  return { runtime: new Runtime(specModule().FUNCTION_RUNTIMES.at(-1) ?? '', RuntimeFamily.NODEJS) };
}

/** @throws CONTRACT_API_UNKNOWN */
function kindOf(api: unknown, contract: Contract): ApiKind {
  const isObject = typeof api === 'object' && api !== null;
  if (isObject && 'addModel' in api && 'root' in api) {
    if ('_registry' in api) return OURS;
    if ('restApiId' in api) return OF_THE_CDK;
  }
  throw new ContractError('CONTRACT_API_UNKNOWN', { contract: contract.route, given: isObject ? api.constructor.name : typeof api }, CONTRACT_USE_ERRORS);
}
