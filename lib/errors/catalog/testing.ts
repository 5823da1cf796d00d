import { catalogRows } from '../catalog-row';

/** Errors for authors of tests. */
export const TESTING_ERRORS = /* @__PURE__ */ catalogRows('test', {
  TEST_FUNCTION_UNKNOWN: {
    message: 'there is no function "{name}" to stub; {known}',
    help: 'Use the functionName, by default the construct id. gateway.functionNames lists them.',
  },
  TEST_STAGE_UNKNOWN: {
    message: '{api} has no stage "{name}"; {known}',
    help: 'Declare the stage, e.g. api.addStage("beta"), or use an existing one.',
  },
  TEST_CONNECTION_REFUSED: {
    message: 'the handshake for {path} was refused with {status}: {body}',
    help: 'The log of the gateway says why: gateway.logs. A test that expects it: rejects.toMatchObject({ details: { status: 401 } }).',
  },
  TEST_CONNECTION_CLOSED: {
    message: '{action}: the connection {state}',
    help: 'Await `closed` where the end is expected. The log of the gateway says why it ended: gateway.logs.',
  },
  TEST_STAGE_NOT_CHOSEN: {
    message: 'the path "{path}" is relative to a stage, and {api} has several: {known}',
    help: 'Begin the path with the stage, e.g. /prod/pets, or select one: createTestGateway(api, { stage: "prod" }).',
  },
  TEST_TIME_INVALID: {
    message: '{given} is not a valid {what}; expected {allowed}',
    help: 'For example clock.advance("90s"), clock.advance(Duration.minutes(5)), clock.set("2025-03-01T00:00:00Z").',
  },
  TEST_CLOCK_NOT_MANUAL: {
    message: '{action}: this gateway runs on the system clock, which a test cannot move',
    help: 'Leave out clock: "system"; without it the clock is manual.',
  },
  TEST_GATEWAY_CLOSED: {
    message: '{action}: the gateway of this test is closed',
    help: 'Close it after the last use: in afterAll if it is created in beforeAll, in afterEach if it is created in beforeEach.',
  },
  TEST_SUBJECT_INVALID: {
    message: 'expected a definition, an Api, a RestApi or the text of a spec; got {given}',
    help: 'Pass the Api itself. For an assembly, use GatewayAssertions.fromAssembly or createTestGateway.',
  },
  TEST_COMPARISON_FAILED: {
    message: 'the definition cannot be compared with {since}: {reason}',
    help: 'Run synthgate diff with the same revision. In CI, fetch it first: actions/checkout with fetch-depth: 0.',
  },
  TEST_PATTERN_INVALID: {
    message: '{pattern} is not a valid regular expression: {reason}',
    help: 'Match.stringLikeRegexp takes a RegExp or its source.',
  },
  GATEWAY_ASSERTION_FAILED: {
    message: '{text}',
    help: 'Either the definition is wrong or the test is. Nodes have the shape of the spec, with its defaults filled in.',
  },
  SNAPSHOT_DIFFERS: {
    message: 'the definition of {api} differs from {file}\n\n{diff}',
    help: 'If the change is intended, run the tests once outside CI with -u or SYNTHGATE_SNAPSHOTS=update, and commit the files.',
  },
  SNAPSHOT_MISSING: {
    message: '{api} has no snapshot {file}, and none is written: {reason}',
    help: 'Run the test once outside CI, with SYNTHGATE_SNAPSHOTS=auto or update, and commit the files.',
  },
  SNAPSHOT_MODE_INVALID: {
    message: 'the snapshot mode is "{given}"; expected {allowed}',
    help: 'It comes from the option mode or the environment variable SYNTHGATE_SNAPSHOTS.',
  },
  SNAPSHOT_DUPLICATE_NAME: {
    message: 'another definition already uses the snapshot {file}, in the test "{test}"',
    help: 'Give each a name: expect(api).toMatchGatewaySnapshot("with orders").',
  },
  SNAPSHOT_LOCATION_UNKNOWN: {
    message: 'the location of the snapshot of {api} is unknown: the matcher was not called by a test file',
    help: 'Use an absolute path: toMatchGatewaySnapshot({ file: path.join(__dirname, "golden/pets") }).',
  },
  SNAPSHOT_NEGATED: {
    message: 'a snapshot cannot be expected not to match',
    help: 'Remove .not; to compare two definitions, compare their toJson().',
  },
});
