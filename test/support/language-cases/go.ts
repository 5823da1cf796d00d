import { Duration, FunctionRuntime, type ProxyFunctionProps } from 'synthgate';
import { fails, gives, times, type LanguageCall, type LanguageCases } from './language-case';

/*
 * Functions in Go, whose handlers are those of test/support/functions/go-program:
 * https://docs.aws.amazon.com/lambda/latest/dg/golang-exceptions.html
 */

const go = (about: string, handler: string, calls: readonly LanguageCall[], props: Partial<ProxyFunctionProps> = {}) => ({
  about, files: 'go' as const, calls, props: { runtime: FunctionRuntime.PROVIDED_AL2023, handler, maxInstances: 1, ...props },
});

/** Its process ends, so that the count begins anew. */
const ENDS = (...log: readonly RegExp[]): readonly LanguageCall[] => [gives('1'), gives('2'), { ...fails(...log), query: 'now=1' }, gives('1')];

export const GO_CASES: LanguageCases = {
  c37: go('an error: the same process goes on', 'error', [gives('1'), { ...fails(/FUNCTION_ERROR.*it fails/, /"errorType":"errorString"/), query: 'now=1' }, gives('3')]),
  c37b: go('a panic: another process goes on', 'panic', ENDS(/FUNCTION_ERROR.*it panics/, /"errorType":"string"/)),
  owntype: go('an error of its own type', 'own-type', [{ ...fails(/"errorType":"closedError"/), query: 'now=1' }]),
  bounds: go('an index beyond the end', 'bounds', ENDS(/index out of range \[3\] with length 0/)),
  goexit: go('an exit', 'exit', ENDS(/FUNCTION_CRASHED.*exit code 2/)),
  goroutine: go('a panic beside the handler', 'goroutine', ENDS(/FUNCTION_CRASHED.*exit code 2/, /goroutine .* \[running\]/)),
  gotimeout: go('a call that takes too long', 'sleep', [{ ...fails(/FUNCTION_TIMEOUT.*1000 ms/), query: 'now=1' }, gives('1')], { timeout: Duration.seconds(1) }),
  gomemory: go('more memory than it has', 'memory', [{ ...fails(/FUNCTION_OUT_OF_MEMORY|FUNCTION_CRASHED/), query: 'now=1' }, gives('1')]),
  gomany: go('twenty calls in one process', 'count', Array.from({ length: 20 }, (_, index) => gives(String(index + 1)))),
  golog: go('a line of its log', 'log', times(2, gives('ok', /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d logged in Go$/))),
  gohandler: go('a handler that the program does not have', 'nosuch', [fails(/FUNCTION_INIT_FAILED/, /there is no handler nosuch/)]),
};
