import * as z from 'zod';

/** A method of a case, in CloudFormation's words. */
const methodSchema = z.looseObject({
  authorization: z.string().default('NONE'),
  authorizer: z.string().optional(),
  requestValidator: z.string().optional(),
  /** Names by media type. */
  requestModels: z.record(z.string(), z.string()).optional(),
  integration: z.looseObject({
    type: z.string(),
    function: z.string().optional(),
    uri: z.string().optional(),
    httpMethod: z.string().optional(),
    timeoutInMillis: z.number().optional(),
    requestParameters: z.record(z.string(), z.string()).optional(),
  }),
});

/** A function of a case: what it does, by the name of its handler. */
const functionSchema = z.looseObject({
  handler: z.string(),
  value: z.unknown().optional(),
  code: z.string().optional(),
  runtime: z.string().optional(),
  timeout: z.number().optional(),
  reservedConcurrentExecutions: z.number().optional(),
});

const setupSchema = z.looseObject({
  resources: z.record(z.string(), z.record(z.string(), methodSchema)),
  functions: z.record(z.string(), functionSchema).default({}),
  authorizers: z.record(z.string(), z.looseObject({ type: z.string(), function: z.string() })).default({}),
  models: z.record(z.string(), z.looseObject({})).default({}),
  requestValidators: z.record(z.string(), z.looseObject({})).default({}),
  stage: z.looseObject({ name: z.string() }).optional(),
  endpointType: z.string().optional(),
});

/** A file of cases: `test/cases/recorded.json`, `test/cases/documented.json`. What the parity app does not need is kept as it is. */
export const caseFileSchema = z.array(z.looseObject({
  id: z.string(),
  kind: z.string(),
  /** Why AWS answers something else. */
  differs: z.string().optional(),
  setup: setupSchema,
  request: z.looseObject({
    method: z.string(),
    path: z.string().optional(),
    query: z.unknown().optional(),
    signWith: z.string().optional(),
  }),
  expect: z.looseObject({}),
}));

export type ParityCase = z.output<typeof caseFileSchema>[number];
export type ParitySetup = ParityCase['setup'];
export type ParityFunction = Pick<z.output<typeof functionSchema>, 'handler' | 'value' | 'code'>;
