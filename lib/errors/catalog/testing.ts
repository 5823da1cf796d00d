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
    message: '{given} is not a valid {what}; expected {allowed}',
    help: 'For example clock.advance("90s"), clock.advance(Duration.minutes(5)), clock.set("2025-03-01T00:00:00Z").',
  },
  TEST_CLOCK_NOT_MANUAL: {
    ...TEST_FAILS,
    message: '{action}: this gateway runs on the system clock, which a test cannot move',
    help: 'Leave out clock: "system"; without it the clock is manual.',
  },
  TEST_GATEWAY_CLOSED: {
    ...TEST_FAILS,
    message: '{action}: the gateway of this test is closed',
    help: 'Close it after the last use: in afterAll when it is made in beforeAll, in afterEach when it is made in beforeEach.',
  },
  TEST_SUBJECT_INVALID: {
    ...TEST_FAILS,
    message: 'a definition is expected: an Api, or the text of a spec; given is {given}',
    help: 'Give the Api itself. For an assembly there are GatewayAssertions.fromAssembly and createTestGateway.',
  },
  TEST_PATTERN_INVALID: {
    ...TEST_FAILS,
    message: '{pattern} is not a valid regular expression: {reason}',
    help: 'Match.stringLikeRegexp takes the text of an expression, or the expression itself.',
  },
  GATEWAY_ASSERTION_FAILED: {
    ...TEST_FAILS,
    message: '{text}',
    help: 'Either the definition is wrong or the test is. Nodes have the form of the spec, complete with its defaults.',
  },
  SNAPSHOT_DIFFERS: {
    ...TEST_FAILS,
    message: 'the definition of {api} is not as in {file}\n\n{diff}',
    help: 'If the change is meant, run the tests once with -u, or with SYNTHGATE_SNAPSHOTS=update, not in CI, and commit the files.',
  },
  SNAPSHOT_MISSING: {
    ...TEST_FAILS,
    message: '{api} has no snapshot {file}, and none is written: {reason}',
    help: 'Run the test once outside CI, with SYNTHGATE_SNAPSHOTS=auto or update, and commit the files.',
  },
  SNAPSHOT_MODE_INVALID: {
    ...TEST_FAILS,
    message: 'the mode of snapshots is "{given}"; expected {allowed}',
    help: 'It comes from the option mode, or from the variable SYNTHGATE_SNAPSHOTS.',
  },
  SNAPSHOT_DUPLICATE_NAME: {
    ...TEST_FAILS,
    message: 'another definition has its snapshot in {file}, in the test "{test}"',
    help: 'Give each its own name: expect(api).toMatchGatewaySnapshot("with orders").',
  },
  SNAPSHOT_PLACE_UNKNOWN: {
    ...TEST_FAILS,
    message: 'nobody knows where the snapshot of {api} belongs: the matcher was not called by a test file',
    help: 'Give an absolute path: toMatchGatewaySnapshot({ file: path.join(__dirname, "golden/pets") }).',
  },
  SNAPSHOT_NEGATED: {
    ...TEST_FAILS,
    message: 'a snapshot cannot be expected not to match',
    help: 'Leave out .not; to compare two definitions, compare their toJson().',
  },
} as const satisfies Record<string, CatalogRow>;
