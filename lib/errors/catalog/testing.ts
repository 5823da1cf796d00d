import type { CatalogRow } from '../catalog-row';

const TEST_FAILS = { kind: 'test', exitCode: 1 } as const;

/** What `synthgate/testing` says to the author of a test. */
export const TESTING_ERRORS = {
  TEST_FUNCTION_UNKNOWN: {
    ...TEST_FAILS,
    message: 'there is no function "{name}" to answer in place of; {known}',
    help: 'Name functions as the spec does: by functionName, by default the id of the construct. gateway.functionNames lists them.',
  },
  TEST_STAGE_UNKNOWN: {
    ...TEST_FAILS,
    message: '{api} has no stage "{name}"; {known}',
    help: 'Declare the stage, e.g. api.addStage("beta"), or name one that is there.',
  },
  TEST_STAGE_NOT_CHOSEN: {
    ...TEST_FAILS,
    message: 'the path "{path}" is relative to a stage, and {api} has several: {known}',
    help: 'Begin the path with the stage, e.g. /prod/pets, or choose one: createTestGateway(api, { stage: "prod" }).',
  },
  TEST_TIME_INVALID: {
    ...TEST_FAILS,
    message: '{given} is no {what}; allowed is {allowed}',
    help: 'For example clock.advance("90s"), clock.advance(Duration.minutes(5)), clock.set("2025-03-01T00:00:00Z").',
  },
  TEST_GATEWAY_CLOSED: {
    ...TEST_FAILS,
    message: '{action}: the gateway of this test is closed',
    help: 'Close it after the last use: in afterAll when it is made in beforeAll, in afterEach when it is made in beforeEach.',
  },
} as const satisfies Record<string, CatalogRow>;
