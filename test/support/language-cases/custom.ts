import { Duration, FunctionRuntime, type ProxyFunctionProps } from 'synthgate';
import { fails, gives, times, type LanguageCases } from './language-case';

/* Functions that bring a client of the Runtime API along: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html */

const PROPS: Partial<ProxyFunctionProps> = { runtime: FunctionRuntime.PROVIDED_AL2023, handler: 'any', maxInstances: 1 };

/** `next` takes a call, `answer` and `fail` end it and print the status; $path is the last part of the event's path. */
const CLIENT = `#!/bin/bash
api="http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime"
next() {
  event=$(curl -sS -D "$TMPDIR/headers" "$api/invocation/next")
  id=$(grep -Fi Lambda-Runtime-Aws-Request-Id "$TMPDIR/headers" | tr -d '[:space:]' | cut -d: -f2)
}
post() { local path=$1 body=$2; shift 2; curl -sS -o /dev/null -w '%{http_code}' "$@" -d "$body" "$api/$path"; }
answer() { post "invocation/$id/response" "$@"; }
text() { answer "{\\"statusCode\\":200,\\"body\\":\\"$1\\"}"; }
`;
const bash = (...lines: readonly string[]) => ({ bootstrap: `${CLIENT}${lines.join('\n')}\n` });
/** A client that answers every call by these lines. */
const loop = (...lines: readonly string[]) => bash('while true; do next', ...lines, 'done');

const CASES: LanguageCases = {
  c38: { about: 'a bootstrap in the shell, ten calls', files: loop('n=$((n + 1)); text $n'), calls: Array.from({ length: 10 }, (_, index) => gives(String(index + 1))) },
  c39: { about: 'a bootstrap that dies after it has taken a call', files: bash('next', 'echo "took $id"', 'exit 3'), calls: times(5, fails(/FUNCTION_CRASHED.*exit code 3/)) },
  crlf: { about: 'a first line that ends as on Windows', files: { bootstrap: '#!/bin/bash\r\nexit 0\r\n' }, calls: [fails(/Runtime\.InvalidEntrypoint: fork\/exec \/var\/task\/bootstrap: no such file or directory/)] },
  plain: { about: 'a script without a first line', files: { bootstrap: CLIENT.replace('#!/bin/bash', '') }, calls: [fails(/Runtime\.InvalidEntrypoint: fork\/exec \/var\/task\/bootstrap: exec format error/)] },
  killed: { about: 'a bootstrap that kills itself', files: bash('next', 'kill -9 $$'), calls: [fails(/FUNCTION_CRASHED.*signal SIGKILL/)] },
  leaves: { about: 'a bootstrap that ends before its first call', files: bash('exit 0'), calls: [fails(/FUNCTION_INIT_FAILED.*exit code 0/)] },
  never: { about: 'a bootstrap that never asks for a call', files: bash('while true; do sleep 1; done'), calls: [fails(/FUNCTION_INIT_TIMEOUT/)] },
  initerror: {
    about: 'a start that fails', files: bash('post init/error \'{"errorType":"Function.NoConfig","errorMessage":"no config"}\'', 'exit 1'), calls: [fails(/FUNCTION_INIT_FAILED.*no config/)],
  },
  lateinit: { about: 'a start that fails after the first call', files: loop('text "$(post init/error {})"'), calls: [gives('403')] },
  secondnext: {
    about: 'a second call before the first is answered', files: bash('next; next; text late; sleep 9'), calls: [fails(/FUNCTION_(?:PROTOCOL_BROKEN|CRASHED).*before it had answered the last one/)],
  },
  twice: { about: 'two answers: the first counts', files: loop('text first > /dev/null; echo "second: $(text second)"'), calls: [gives('first', /^second: 400$/)] },
  wrongid: { about: 'an answer to another call', files: loop('text "$(post invocation/00000000-0000-4000-8000-000000000000/response {})"'), calls: [gives('400')] },
  unknown: { about: 'a path that the Runtime API does not have', files: loop('text "$(post nothing {})"'), calls: [gives('404')] },
  mode: { about: 'a mode that the Runtime API does not have', files: loop('text "$(answer {} -H "Lambda-Runtime-Function-Response-Mode: fast")"'), calls: [gives('400')] },
  streams: {
    about: 'a streamed answer for a client that waits', files: loop('answer \'{"statusCode":200,"body":"streamed"}\' -H "Lambda-Runtime-Function-Response-Mode: streaming" -H "Transfer-Encoding: chunked"'),
    calls: [gives('streamed')],
  },
  form: { about: 'an answer with the type of a form, as clients in Ruby send it', files: loop('answer \'{"statusCode":200,"body":"a form"}\' -H "Content-Type: application/x-www-form-urlencoded"'), calls: [gives('a form')] },
  expects: {
    about: 'an answer that waits for 100 Continue', files: loop('answer \'{"statusCode":200,"body":"expected"}\' -H "Expect: 100-continue"'), calls: [gives('expected'), gives('expected')],
  },
  nojson: { about: 'an answer that is no JSON', files: loop('answer "no JSON"'), calls: [fails(/RESULT_MALFORMED/)] },
  empty: { about: 'an empty answer', files: loop('answer ""'), calls: [fails(/RESULT_MALFORMED/)] },
  errors: {
    about: 'an error, and a call after it',
    files: loop('if [ -z "$failed" ]; then failed=1; post "invocation/$id/error" \'{"errorType":"Orders.Closed","errorMessage":"closed"}\'; else text open; fi'),
    calls: [fails(/FUNCTION_ERROR.*closed/), gives('open')],
  },
  selects: { about: 'an error that selects a response', files: loop('post "invocation/$id/error" \'{"errorMessage":"it is missing here"}\''), by: 'mapped', calls: [{ status: 404 }] },
  toolarge: {
    about: 'an answer of 7 MB', files: loop('head -c 7340032 /dev/zero | tr "\\0" x > "$TMPDIR/large"', 'echo "status $(answer "@$TMPDIR/large")"'),
    calls: [fails(/FUNCTION_RESULT_TOO_LARGE/, /^status 413$/)],
  },
  output: { about: 'lines on both streams', files: loop('echo "to one"; echo "to the other" >&2; text ok'), calls: [gives('ok', /^to one$/, /^to the other$/)] },
  place: {
    about: 'directory, arguments and variables', files: loop('text "$([ "$PWD" = "$LAMBDA_TASK_ROOT" ] && echo yes) $# $_HANDLER ${AWS_EXECUTION_ENV:-none}"'),
    calls: [gives('yes 0 any none')],
  },
  deadline: {
    about: 'when the call is given up', props: { timeout: Duration.seconds(3) },
    files: loop('d=$(grep -Fi Lambda-Runtime-Deadline-Ms "$TMPDIR/headers" | tr -dc 0-9)', 'now=$(date +%s%3N)', '[ "$d" -gt "$now" ] && [ "$d" -le $((now + 3000)) ] && text ahead'), calls: [gives('ahead')],
  },
  timeout: { about: 'a call that takes too long', files: loop('sleep 5', 'text late'), props: { timeout: Duration.seconds(1) }, calls: [fails(/FUNCTION_TIMEOUT.*1000 ms/)] },
  script: {
    about: 'a bootstrap in Python with its own HTTP', calls: [gives('by hand'), gives('by hand')],
    files: {
      bootstrap: `#!/usr/bin/env python3
import http.client, os
client = http.client.HTTPConnection(os.environ["AWS_LAMBDA_RUNTIME_API"])
while True:
    client.request("GET", "/2018-06-01/runtime/invocation/next")
    response = client.getresponse()
    response.read()
    path = "/2018-06-01/runtime/invocation/%s/response" % response.headers["Lambda-Runtime-Aws-Request-Id"]
    client.request("POST", path, iter([b'{"statusCode":200,', b'"body":"by hand"}']), encode_chunked=True, headers={"Transfer-Encoding": "chunked"})
    client.getresponse().read()
`,
    },
  },
};

/** All of them have a custom runtime. */
export const CUSTOM_CASES: LanguageCases = Object.fromEntries(Object.entries(CASES).map(([id, custom]) => {
  return [id, { ...custom, props: { ...PROPS, ...custom.props } }];
}));
