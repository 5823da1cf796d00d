import { catalogRows, type CatalogRow } from '../catalog-row';

/** A row by itself: a client in a page has no other. */
export const PARAMETER_INVALID: CatalogRow = {
  kind: 'function', exitCode: 1,
  message: '{path}: {name} is "{value}"; a path has no segment "{segment}"',
  help: 'Give the parameter a value. An empty segment, "." and ".." would lead to another route.',
};

/** Errors of contracts and their handlers, which are inside functions and pages: few, and short. */
export const CONTRACT_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  CONTRACT_INVALID: {
    message: '{contract}: {place} is not what a contract has; expected {expected}',
    help: 'docs/guides/contracts.md lists what a contract may have.',
  },
  CONTRACT_ANSWER_UNDECLARED: {
    kind: 'function',
    message: '{contract}: the handler answered what its contract does not declare: {reason}',
    help: 'Declare the answer in `responses`, or mend the handler. On AWS, and where NODE_ENV is production, this is a line of the log only; `undeclared` of handle() decides otherwise.',
  },
});

/** Errors where a contract is added to an API, verified or called. */
export const CONTRACT_USE_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  CONTRACT_SCHEMA_UNUSABLE: {
    message: '{contract}: {place} has no JSON Schema: {reason}',
    help: 'Zod 4.2, ArkType 2.1.28 and newer write JSON Schema themselves; wrap a schema of Valibot in toStandardJsonSchema() of @valibot/to-json-schema. Types without one, such as dates, are strings with a format.',
  },
  CONTRACT_API_UNKNOWN: {
    message: '{contract}: addContract() takes an Api of synthgate or synthgate/aws, or a RestApi of aws-cdk-lib; got {given}',
    help: 'HTTP APIs have no models: declare their routes with addRoutes() and use handle() and createClient() alone.',
  },
  CONTRACT_HANDLER_MISSING: {
    message: '{contract}: addContract() got {given}; expected either `entry`, the source file of the handler, or `integration`',
    help: 'addContract(api, contract, { entry: "src/get-pet.ts" })',
  },
  CONTRACT_PARAMETER_INVALID: PARAMETER_INVALID,
  CONTRACT_PACKAGE_MISSING: {
    kind: 'test',
    message: 'verifyContracts() needs {name}: {reason}',
    help: 'npm install --save-dev {name}',
  },
  CONTRACT_NOT_GENERATED: {
    kind: 'test',
    message: '{contract}: of the requests that were generated, its schemas take none',
    help: 'Add `examples` to the contract.',
  },
  CONTRACT_BROKEN: {
    kind: 'test',
    message: '{contract}: {reason}\n{request}\n{answer}',
    help: 'The request is the smallest one found that shows it. verifyContracts(gateway, contracts, { seed }) sends the same requests again.',
  },
});
