import { FunctionRuntime } from 'synthgate';
import { fails, gives, type LanguageCases, type LanguageCase } from './language-case';

/* Functions in Ruby: https://docs.aws.amazon.com/lambda/latest/dg/ruby-handler.html */

const ruby = (about: string, code: string, calls: LanguageCase['calls'], more: Partial<LanguageCase> = {}): LanguageCase => ({
  about, files: { 'app.rb': code }, calls, ...more, props: { runtime: FunctionRuntime.RUBY_3_3, handler: 'app.h', maxInstances: 1, ...more.props },
});
/** A function that counts its calls, and goes wrong where the query says so. */
const counts = (line: string): string => `$n = 0
def h(event:, context:)
  $n += 1
  ${line} if event['queryStringParameters']
  { statusCode: 200, body: $n.to_s }
end
`;
const NOW = { query: 'now=1' };

export const RUBY_CASES: LanguageCases = {
  c34: ruby('symbols as keys', 'def h(event:, context:) = { statusCode: 200, body: event["path"] }\n', [gives('/c34')]),
  c35: ruby('a missing method: another process goes on', counts('nil.foo'), [gives('1'), { ...fails(/NoMethodError/), ...NOW }, gives('1')]),
  c36: ruby('an error: the same process goes on', counts('raise ArgumentError, "no"'), [gives('1'), { ...fails(/ArgumentError/), ...NOW }, gives('3')]),
  rubyputs: ruby('a printed line', 'def h(event:, context:)\n  puts "printed in Ruby"\n  { statusCode: 200 }\nend\n', [{ status: 200, log: [/^printed in Ruby$/] }]),
  rubyexit: ruby('an exit', counts('exit!(3)'), [gives('1'), { ...fails(/FUNCTION_CRASHED/), ...NOW }, gives('1')]),
  rubyload: ruby('a file that raises', 'raise "boom"\n', [fails(/FUNCTION_INIT_FAILED.*boom/)]),
};
