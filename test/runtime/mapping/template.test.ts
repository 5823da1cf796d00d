import { GatewayError } from '../../../lib/errors';
import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { templateInput } from '../../../lib/runtime/mapping/template-input';
import { TEMPLATE_UTIL } from '../../../lib/runtime/mapping/template-util';
import { silentMap, valueMap } from '../../../lib/runtime/mapping/velocity/values';

const PARAMETERS = {
  path: { id: '42', both: 'of path' },
  querystring: { q: 'a b', both: 'of query', 'x-y': 'hyphen' },
  header: { Accept: '*/*', both: 'of header' },
};

function render(template: string, payload = '', context: Record<string, unknown> = {}): string {
  return compileTemplate('test', template).render(valueMap({
    input: templateInput(payload, PARAMETERS),
    util: TEMPLATE_UTIL,
    context: silentMap(context),
    stageVariables: valueMap({ version: '1.0' }),
  }));
}

function failure(work: () => unknown): GatewayError {
  try {
    work();
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return error;
  }
  throw new Error('no GatewayError');
}

describe('printing', () => {
  test.each([
    ['an object prints as a Java map', '{"foo": "bar"}', '{foo=bar}'],
    ['with ", " between members', '{"bigger":"dict","to":"test"}', '{bigger=dict, to=test}'],
    ['a list prints as compact JSON', '[{"foo": "bar"}]', '[{"foo":"bar"}]'],
    ['all below a list too', '{"foo": [{"nested": "bar"}]}', '{foo=[{"nested":"bar"}]}'],
    ['null inside a map is written out', '{"a": null}', '{a=null}'],
    ['numbers and booleans', '{"n": 1.5, "b": true}', '{n=1.5, b=true}'],
    ['null prints nothing', 'null', ''],
    ['a text prints without quotes', '"text"', 'text'],
  ])('%s', (_, payload, printed) => {
    expect(render('$input.path("$")', payload)).toBe(printed);
    expect(render('$input.path("$").toString()', payload)).toBe(printed);
  });

  test('a member that a list does not have prints nothing', () => {
    expect(render('[$input.path("$").nested]', '[]')).toBe('[]');
  });

  test.each([
    ['$nothing'], ['${nothing}'], ['$!nothing'], ['$nothing.at.all'], ['$input.body.x'], ['$input.nothing'], ['$nothing.call("x")'],
    ['$context.authorizer'], ['$stageVariables.nothing'], ['$context'], ['$util'], ['$input'],
  ])('%s prints nothing', (reference) => {
    expect(render(`<${reference}>`)).toBe('<>');
  });

  test('null equals the empty text, an empty list does not', () => {
    const template = '#set($r = $input.path("$.l")){"isNull": #if($r == $null)true#{else}false#end, "isEmpty": #if($r == "")true#{else}false#end}';
    expect(render(template, '{"l": null}')).toBe('{"isNull": true, "isEmpty": true}');
    expect(render(template, '{}')).toBe('{"isNull": true, "isEmpty": true}');
    expect(render(template, '{"l": []}')).toBe('{"isNull": false, "isEmpty": false}');
    expect(render('#if($undefined != \'\')yes#{else}no#end')).toBe('no');
  });

  test('maps and lists made by a template print as Java prints them', () => {
    expect(render('#set($m = {})#set($x = $m.put("a", "b"))$m.put("c", 1)$m')).toBe('{a=b, c=1}');
    expect(render('$input.params().querystring.keySet()')).toBe('[q, both, x-y]');
    expect(render('#set($l = ["a", 1])$l')).toBe('[a, 1]');
  });

  test('$context.get("identity") and the overrides print nothing', () => {
    const context = { identity: silentMap({ sourceIp: '127.0.0.1' }), requestOverride: silentMap({ header: silentMap({ a: 'b' }) }) };
    expect(render('<$context.get("identity")$context.requestOverride$context.requestOverride.header>', '', context)).toBe('<>');
    expect(render('$context.identity.sourceIp', '', context)).toBe('127.0.0.1');
  });
});

describe('$input', () => {
  test('body is the raw text, and {} when empty', () => {
    expect(render('$input.body', '{ "a" : 1 }')).toBe('{ "a" : 1 }');
    expect(render('$input.body', '<xml/>')).toBe('<xml/>');
    expect(render('$input.body')).toBe('{}');
  });

  test.each([
    ['$', '{ "a": [1, 2] }', '{"a":[1,2]}'],
    ['$', '{"big": 12345678901234567890, "text": "a  b"}', '{"big":12345678901234567890,"text":"a  b"}'],
    ['$.a', '{"a": "text"}', '"text"'],
    ['$.a.b[1]', '{"a": {"b": [1, {"c": null}]}}', '{"c":null}'],
    ['$.missing', '{"a": 1}', '""'],
    ['$.a[*].b', '{"a": [{"b": 1}, {"b": 2}]}', '[1,2]'],
    ['$.a[?(@.b > 1)].b', '{"a": [{"b": 1}, {"b": 2}]}', '[2]'],
    ['$..b', '{"a": 1}', '[]'],
    ['$[\'a b\']', '{"a b": 1}', '1'],
    ['$.a', 'no json', '""'],
  ])('json("%s") of %s is %s', (path, payload, text) => {
    expect(render(`$input.json("${path}")`, payload)).toBe(text);
  });

  test('params looks into path, query string and headers; names are exact', () => {
    expect(render('$input.params("id")|$input.params("q")|$input.params("Accept")|$input.params("accept")|$input.params("both")|$input.params("x-y")'))
      .toBe('42|a b|*/*||of path|hyphen');
    expect(render('$input.params().path.id $input.params().get("header").Accept')).toBe('42 */*');
    expect(render('$input.params().path')).toBe('{id=42, both=of path}');
  });

  test('a path text may contain a loop variable', () => {
    expect(render('#set($n = $input.path("$.r").size() - 1)#foreach($idx in [0..$n])$input.json("$.r[${idx}].d")#if($foreach.hasNext),#end#end', '{"r": [{"d": 1}, {"d": "x"}]}'))
      .toBe('1,"x"');
  });
});

describe('$util', () => {
  test.each([
    ['$util.escapeJavaScript("it\'s a \\ and")', 'it\\\'s a \\\\ and'],
    ['$util.escapeJavaScript($input.json("$"))', '{\\"a\\":1}'],
    ['$util.escapeJavaScript($nothing)', 'null'],
    ['$util.escapeJavaScript("it\'s").replaceAll("\\\\\'", "\'")', 'it\'s'],
    ['$util.urlEncode("a {b}=c~*")', 'a+%7Bb%7D%3Dc%7E*'],
    ['$util.urlDecode("a+b%2Bc%zz")', 'a b+c%zz'],
    ['$util.base64Encode($input.body)', Buffer.from('{"a": 1}').toString('base64')],
    ['$util.base64Decode("aMOp")', 'hé'],
    ['$util.parseJson(\'{"k": [1, 2]}\').k[1]', '2'],
  ])('%s → %s', (template, printed) => {
    expect(render(template, '{"a": 1}')).toBe(printed);
  });
});

describe('language', () => {
  test.each([
    ['arithmetic', '#set($x = 7 / 2 + 1 * 2)$x', '5'],
    ['joined texts', '#set($x = "a" + 1)$x', 'a1'],
    ['branches', '#if($input.path("$.n") > 1)big#elseif($input.path("$.n") == 1)one#{else}none#end', 'one'],
    ['logic', '#if(!$nothing && ("a" == "a" || $nothing))yes#end', 'yes'],
    ['loops over maps and lists', '#foreach($e in ["a", "b"])$foreach.index$e#if($foreach.hasNext),#end#end', '0a,1b'],
    ['a loop over an undefined key set runs zero times', '#foreach($k in $context.authorizer.keySet())x#end', ''],
    ['#break', '#foreach($e in [1..5])$e#if($e == 3)#break#end,#end.', '1,2,3.'],
    ['#stop', 'a#if(true)b#stop c#end d', 'ab'],
    ['names of directives in braces', '#{set}($x = 1)#{foreach}($e in [1, 2])#{if}($e == $x)one#{elseif}($e == 2)two#{break} .#{end}#{end}', 'onetwo'],
    ['what looks like a directive in comments and raw texts', '## #stop\n#[[#stop #{if}]]# #stopping', '#stop #{if} #stopping'],
    ['nested loops', '#foreach($a in [1..2])#foreach($b in [1..2])$a$b$foreach.parent.index #end#end', '110 120 211 221 '],
    ['#define', '#define($x)<$y>#end#set($y = 1)$x', '<1>'],
    ['#macro', '#macro(twice $x)$x$x#end#twice("a")', 'aa'],
    ['references in texts', '#set($a = 1)#set($b = "<$a ${a}b $nothing>")$b', '<1 1b >'],
    ['no references in single quotes', '#set($b = \'<$a>\')$b', '<$a>'],
    ['regular expressions are Java\'s', '#set($s = "aB-cd")$s.replaceAll("(?i)[A-B]++", "<$0>") $s.replaceFirst("(?<last>c)d", \'${last}\') $s.matches("\\p{Alpha}+-.*+") #foreach($x in $s.split("(-)"))$x,#end #foreach($x in $s.split(""))$x,#end', '<aB>-cd aB-c true aB,cd, a,B,-,c,d,'],
    ['string methods', '#set($s = " aB ")$s.trim().toUpperCase().replaceAll("(A)", "$1$1").substring(1).length()', '2'],
    ['split', '$input.params("q").split(" ").get(1)', 'b'],
    ['$map[$k] = v', '#set($m = {})#set($k = "x")#set($m[$k] = 1)#set($m.y-z = 2)$m', '{x=1, y-z=2}'],
    ['comments', '## line\na#* block *#b', 'ab'],
    ['hashes and dollars that are not syntax', '"#fff" $1.50 # $', '"#fff" $1.50 # $'],
    ['stage variables', '$stageVariables.version ${stageVariables[\'version\']} $stageVariables.get("version")', '1.0 1.0 1.0'],
  ])('%s', (_, template, printed) => {
    expect(render(template, '{"n": 1}')).toBe(printed);
  });

  test('overrides are set through names with hyphens and through brackets', () => {
    const requestOverride = silentMap({ header: silentMap(), querystring: silentMap() });
    render('#set($context.requestOverride.header.X-Amz-Target = "T")#set($context["requestOverride"].querystring["x"] = "1")', '', { requestOverride });
    expect(requestOverride).toMatchObject({ header: { 'X-Amz-Target': 'T' }, querystring: { x: '1' } });
  });
});

describe('numbers keep their kind and digits', () => {
  const body = '{"id": 9007199254740993, "big": 12345678901234567890, "one": 1.0, "price": 10.00, "exp": 1e3, "n": 7, "o": {"price": 10.00, "id": 9007199254740993, "list": [1.0, 2]}}';

  test.each([
    ["$input.json('$.id') $input.path('$.id')", '9007199254740993 9007199254740993'],
    ["$input.json('$.big') $input.path('$.big')", '12345678901234567890 12345678901234567890'],
    ["$input.json('$.one') $input.path('$.price') $input.path('$.exp')", '1.0 10.0 1000.0'],
    ["$input.json('$.o')", '{"price":10.0,"id":9007199254740993,"list":[1.0,2]}'],
    ["$input.path('$.o')", '{price=10.0, id=9007199254740993, list=[1.0,2]}'],
    ["$input.json('$..id')", '[9007199254740993,9007199254740993]'],
    ['$util.parseJson($input.body).o.list[0]', '1.0'],
    ['#set($x = 7.0/2)$x', '3.5'],
    ['#set($x = 7/2)$x', '3'],
    ['#set($x = -7.0)$x', '-7.0'],
    ["#set($x = $input.path('$.id') + 1)$x", '9007199254740994'],
    ["#set($x = $input.path('$.price') * 2)$x", '20.0'],
    ["#set($x = $input.path('$.n') * 1.0)$x", '7.0'],
    ['#set($x = 12345678901234567890)$x', '12345678901234567890'],
    ['#set($l = [1.0, 2])$l', '[1.0, 2]'],
    ["#if($input.path('$.one') == 1)same#end #if($input.path('$.id') > 9007199254740992)above#end #if($input.path('$.id') == 9007199254740992)wrong#end", 'same above '],
    ["#set($d = $input.path('$.price'))$d.intValue() $d.doubleValue() $input.path('$.n').doubleValue()", '10 10.0 7.0'],
    ["#set($I = 0)$I.parseInt('007') $I.parseLong('9007199254740993') $I.parseDouble('5')", '7 9007199254740993 5.0'],
    ['#set($z = 1.0 - 1)#if($z)true#{else}false#end', 'true'],
    ['#set($s = "n: " + 1.0)$s', 'n: 1.0'],
  ])('%s prints %s', (template, printed) => {
    expect(render(template, body)).toBe(printed);
  });
});

describe('methods of Java', () => {
  test.each([
    ["$s.format('%s has %d items', 'Bo', 7)", 'Bo has 7 items'],
    ["$s.format('%05d|%-6s|%+d|%,d|%(d|%x|%X|%%|%b|%c', 42, 'ab', 7, 1234567, -5, 255, -1, true, 'xyz')", '00042|ab    |+7|1,234,567|(5)|ff|FFFFFFFF|%|true|x'],
    ["$s.format('%.2f|%8.3f|%e|%2$s|%.0f|%f', 1.005, -1.0, 12345.678, 2.5, 7)", '1.01|  -1.000|1.234568e+04|-1.0|3|7.000000'],
    ["$s.format('%s %d', [$nothing, 3]) $s.format('%,.2f', 12345678901234567890)", 'null 3 12,345,678,901,234,567,890.00'],
    ["$s.hashCode() $s.format('').hashCode() $s.concat('é').hashCode()", '93029210 0 -1411061553'],
    ['$s.getBytes() $s.getBytes().size()', '[97, 112, 112, 108, 101] 5'],
    ['#foreach($c in $s.toCharArray())${c}-#end', 'a-p-p-l-e-'],
    ["$s.compareTo('apricot') $s.compareTo('app') $s.compareTo('apple') $s.compareToIgnoreCase('APPLES')", '-2 2 0 -1'],
    ['$s.repeat(2) $s.codePointAt(0) $s.valueOf(1.0)', 'appleapple 97 1.0'],
    ['$I.MAX_VALUE $I.MIN_VALUE $L.MAX_VALUE $D.MAX_VALUE', '2147483647 -2147483648 9223372036854775807 1.7976931348623157E308'],
    ['$I.compareTo(1) $I.compareTo(7) $I.compareTo(9) $I.max(3, 5) $I.min(3, 5)', '1 0 -1 5 3'],
    ['$I.hashCode() $L.hashCode() $D.hashCode() $t.hashCode()', '7 705032705 1072693248 1231'],
    ['$m.entrySet() $m.entrySet().get(0) $m.entrySet().get(0).key', '[a=1, b={c=2}] a=1 a'],
    ['#foreach($e in $m.entrySet())$e.getKey():$e.getValue();#end', 'a:1;b:{c=2};'],
    ['$m.hashCode() $l.hashCode()', '99 30911'],
    ['$m.putIfAbsent("a", 9)$m.putIfAbsent("z", 9)$m.z', '19'],
  ])('%s prints %s', (template, printed) => {
    const variables = '#set($s = "apple")#set($I = 7)#set($L = 5000000000)#set($D = 1.0)#set($t = true)#set($m = {"a": 1})#set($c = {"c": 2})#set($x = $m.put("b", $c))#set($l = [1, 2, "a"])';
    expect(render(variables + template)).toBe(printed);
  });

  test.each([
    ["$s.format('%d', 1.5)", 'not an integer'], ["$s.format('%d', 'x')", 'is not a number'], ["$s.format('%s %s', 'x')", 'has no value'],
    ["$s.format('%99999d', 1)", 'too wide'], ["$s.format('%q', 1)", 'not supported'], ['$s.repeat(99999999)', 'a text of more than'],
  ])('%s fails the template: %s', (call, reason) => {
    expect(failure(() => render(`#set($s = "apple")${call}`)).message).toContain(reason);
  });
});

describe('as Velocity 1.7', () => {
  const variables = '#set($s = "abcabc")#set($l = [1, 2, 3])#set($m = {"a": 1, "b": 2})#set($empty = "")#set($zero = 0)#set($none = [])#set($nil = {})';

  test.each([
    ['""', 'yes'], ['0', 'yes'], ['$empty', 'yes'], ['$zero', 'yes'], ['$none', 'yes'], ['$nil', 'yes'], ["$input.params('missing')", 'yes'], ["$input.path('$.f')", 'no'],
    ["$input.path('$.n')", 'no'], ['$nothing', 'no'], ['!$empty', 'no'], ['$empty && $zero', 'yes'], ['$nothing || $none', 'yes'], ['false', 'no'],
  ])('only null and false are false: #if(%s) is %s', (condition, answer) => {
    expect(render(`${variables}#if(${condition})yes#{else}no#end`, '{"f": false, "n": null}')).toBe(answer);
  });

  test('.empty is isEmpty() of texts and lists, and the member of a map', () => {
    expect(render('#set($t = "")#set($m = {"empty": "m"})$t.empty $util.escapeJavaScript("a").empty #set($l = [])$l.empty $m.empty')).toBe('true false true m');
  });

  test.each([
    ['$s.indexOf("a", 1) $s.indexOf("a", -9) $s.indexOf("a", 4) $s.indexOf("", 9)', '3 0 -1 6'],
    ['$s.lastIndexOf("a", 2) $s.lastIndexOf("a", -1) $s.lastIndexOf("a", 9)', '0 -1 3'],
    ['$s.startsWith("bc", 1) $s.startsWith("bc", 2) $s.startsWith("bc", -1) $s.startsWith("", 6) $s.startsWith("", 7)', 'true false false true false'],
    ['$s.split("b", 2) $s.split("b", 1) $s.split("b", 9) $s.split("b", 0)', '[a, cabc] [abcabc] [a, ca, c] [a, ca, c]'],
    ['$list.split(",").size() $list.split(",", 0).size() $list.split(",", -1).size() $list.split(",", 2).get(1)', '2 2 4 b,,'],
  ])('positions and limits of text methods: %s', (template, printed) => {
    expect(render(`${variables}#set($list = "a,b,,")${template}`)).toBe(printed);
  });

  test.each([
    ['$l[-1] $l[-3] $l.get(0) $l["x"] $l.get("x")', '3 1 1  '],
    ['#set($l[-1] = 9)$l', '[1, 2, 9]'],
    ["$input.path('$.l')[-1]", '5'],
    ['#set($o = [[1, 2]])#set($o[0][-1] = 7)$o[-1][-1]', '7'],
    ['$l.subList(1, 3) $l.remove(0) $l $s.charAt(5) $s.substring(6)|', '[2, 3] 1 [2, 3] c |'],
  ])('a negative position counts from the end of a list: %s', (template, printed) => {
    expect(render(variables + template, '{"l": [4, 5]}')).toBe(printed);
  });

  test.each([
    ['$l[3]', 'position 3 is outside of a list of 3'], ['$l[-4]', 'position -1 is outside of a list of 3'], ['$l.get(3)', 'position 3'], ['$l.get(-1)', 'position -1'],
    ["$input.path('$.l')[2]", 'position 2 is outside of a list of 2'], ['#set($l[3] = 1)', 'position 3'], ['$l.set(3, 1)', 'position 3'], ['$l.remove(3)', 'position 3'],
    ['$l.subList(1, 4)', 'position 4'], ['$l.subList(2, 1)', 'position 2'], ['$s.split("b").get(3)', 'position 3'], ['$s.charAt(6)', 'position 6 is outside of a text of 6'],
    ['$s.codePointAt(6)', 'position 6'], ['$s.substring(3, 1)', 'position 3'],
  ])('a position outside fails the template, as the exception of Java does: %s', (template, reason) => {
    expect(failure(() => render(variables + template, '{"l": [4, 5]}')).message).toContain(reason);
  });

  test.each(['"a" < "b"', '"b" > "a"', '"a" <= "a"', '"a" >= "a"', '1 < "2"', '$nothing < 1'])('only numbers are ordered: %s does not hold', (condition) => {
    expect(render(`#if(${condition})yes#{else}no#end`)).toBe('no');
  });

  test.each([
    ['$one.equals(1) $one.equals("1") $one.equals(1.0) $text.equals("1") $text.equals(1) $yes.equals(true) $yes.equals("true")', 'true false false true false true false'],
    ['$empty.equals($nothing) $empty.equals("") $nothing.equals("")|', 'false true |'],
    ['$l.equals([1, 2, 3]) $l.equals([1, 2, "3"]) $l.equals([1, 2]) $l.equals("[1, 2, 3]") $l.equals($m)', 'true false false false false'],
    ['$m.equals({"b": 2, "a": 1}) $m.equals({"a": 1, "b": "2"}) $m.equals({"a": 1}) $m.equals({"a": 1, "c": 2})', 'true false false false'],
    ['$l.contains(2) $l.contains("2") $l.indexOf(3) $l.indexOf("3") $m.containsValue(2) $m.containsValue("2")', 'true false 2 -1 true false'],
    ['#if($one == "1")yes#end #if($yes == "true")yes#end', 'yes yes'],
  ])('equals compares the types too, == does not: %s', (template, printed) => {
    expect(render(`${variables}#set($one = 1)#set($text = "1")#set($yes = true)${template}`)).toBe(printed);
  });

  test.each([
    ['a map in #foreach gives its values', '#foreach($v in $m)$v#if($velocityHasNext),#end#end', '1,2'],
    ['$foreach by methods', '#foreach($v in $l)$foreach.getIndex()$foreach.count#if($foreach.hasNext()),#end#end', '01,12,23'],
    ['$foreach.parent by a method', '#foreach($v in $l)#foreach($w in ["x"])$foreach.getParent().index#end#end', '012'],
    ['a macro with too few arguments', '#macro(pair $a $b)[$a|$b]#end#pair("x") #pair()', '[x|] [|]'],
    ['a macro with too many arguments', '#macro(one $a)[$a]#end#one("x" "y")', '[x]'],
    ['an empty comment', 'a#**#b#* x *#c#**##**#d #set($t = "x#**#$s")$t #[[#**#]]# #set($t = \'#**#\')$t', 'abcd xabcabc #**# #**#'],
  ])('%s', (_, template, printed) => {
    expect(render(variables + template)).toBe(printed);
  });

  test.each(['#set($x = 1e3)', '#evaluate("$x")', '#include("x")', '#parse("x")'])('%s is refused', (template) => {
    expect(failure(() => compileTemplate('test', template)).code).toBe('TEMPLATE_FAILED');
  });
});

describe('limits and safety', () => {
  test('an invalid template is rejected with line and column', () => {
    const error = failure(() => compileTemplate('request application/json', '\n{\n  #set($x = )\n}'));
    expect(error.code).toBe('TEMPLATE_FAILED');
    expect(error.message).toContain('request application/json');
    expect(error.message).toMatch(/line 3, column 12/);
  });

  test('a loop has at most 1000 rounds', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));
    const template = '#foreach($x in $input.path("$"))$x#end';
    expect(render(template, list(1_000))).toHaveLength(1_000);
    expect(failure(() => render(template, list(1_001))).code).toBe('TEMPLATE_FAILED');
    expect(failure(() => render('#foreach($x in [1..$input.path("$")])$x#end', '1001')).code).toBe('TEMPLATE_FAILED');
  });

  test('a template prints at most 10 MB', () => {
    const double = '#set($s = "$s$s")'.repeat(24);
    expect(failure(() => render(`#set($s = "xx")${double}$s`)).message).toContain('10485760');
  });

  test.each([
    ['$input.constructor'], ['$input.path("$").constructor.constructor("return 1")'], ['$input.body.class.name'], ['$input.path("$").__proto__'],
    ['$input.path("$").toString.call("x")'], ['$util.base64Encode.constructor'], ['$input.body.length'], ['#eval("$x")'], ['$input.path("$").hasOwnProperty("a")'],
  ])('%s reaches nothing', (template) => {
    expect(render(`<${template}>`, '{"a": 1}')).toBe('<>');
  });

  test('__proto__ cannot be set', () => {
    render('#set($m = {})#set($m.__proto__ = {"polluted": 1})#set($n = {})$n.put("__proto__", {"polluted": 1})');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('recursion without end fails as a template', () => {
    expect(failure(() => render('#macro(a)#a()#end#a()')).code).toBe('TEMPLATE_FAILED');
  });
});

describe('values that are nested too deeply or too large', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  test.each([
    ['a payload', "$input.path('$.a')", deep, /nested deeper than 1000 levels/],
    ['a payload as JSON', "$input.json('$')", deep, /nested deeper than 1000 levels/],
    ['a text', '$util.parseJson($input.body)', deep, /nested deeper than 1000 levels/],
    ['a list of the template', `#set($l = [1])${'#foreach($i in [1..1000])#set($l = [$l])#end'.repeat(50)}$l`, '', /a value is nested too deeply/],
    ['a list in the context', `#set($l = [1])${'#foreach($i in [1..1000])#set($l = [$l])#end'.repeat(2)}#set($context.l = $l)`, '', /nested deeper than 1000 levels/],
    ['the context in itself', '#set($context.l = [$context])', '', /more than 10485760 characters/],
    ['a thousand large texts', '#foreach($i in [1..1000])#set($context["k$i"] = $input.body)#end', 'x'.repeat(60_000), /more than 10485760 characters/],
  ])('%s fails the template', (_, template, payload, reason) => {
    expect(failure(() => render(template, payload))).toMatchObject({ code: 'TEMPLATE_FAILED', message: expect.stringMatching(reason) as string });
  });
});
