import { FORM_TEXTS, parameterValue, type ParameterForm } from './parameter-value';
import { REGION_PARAMETER, subtypeOf, type SubtypeName } from './subtypes';

const NAME = '[\\w$.[\\]\'"*:@-]+';
/** An expression that reads something of a request; any other text would be sent as it is written. */
const EXPRESSION = new RegExp(`^(?:(?:request\\.(?:header|querystring)|context|stageVariables)\\.${NAME}|request\\.path(?:\\.${NAME})?|request\\.body(?:[.[]${NAME})?)$`);
/** An expression within a text, well-formed or not. */
const PART = /\$\{((?:request|response|context|stageVariables)\b[^}]*)(\}?)/g;
const JSON_PATH = /\$\{?request\.body[^}]*?(\.\.|\?\()/;
const SOURCES = '$request.{header|querystring|path|body}, $context, $stageVariables with their names';

/** Says what is wrong with the parameters of a subtype: those that are missing, unknown or empty, or can have no value. */
export function parameterProblems(name: SubtypeName, values: Readonly<Record<string, string>>): string[] {
  const { parameters, required } = subtypeOf(name);
  const forms: Readonly<Record<string, ParameterForm>> = { ...parameters, [REGION_PARAMETER]: 'region' };
  const missing = required.filter((parameter) => !Object.hasOwn(values, parameter)).map((parameter) => `${parameter} is required`);
  return [...missing, ...Object.entries(values).flatMap(([parameter, value]) => {
    const form = Object.hasOwn(forms, parameter) ? forms[parameter] : undefined;
    const problem = form === undefined ? `is not one of its parameters (${Object.keys(forms).join(', ')})` : valueProblem(value, form);
    return problem === undefined ? [] : [`${parameter} ${problem}`];
  })];
}

function valueProblem(value: string, form: ParameterForm): string | undefined {
  if (value === '') return 'is empty';
  if (JSON_PATH.test(value)) return 'has a JSON path with .. or a filter, which are not supported';
  const parts = [...value.matchAll(PART)];
  const isWhole = value.startsWith('$') && !value.startsWith('${');
  const [unknown] = isWhole ? [value].filter((text) => !EXPRESSION.test(text.slice(1)))
    : parts.filter(([, inner = '', end]) => end === '' || !EXPRESSION.test(inner)).map(([text]) => text);
  if (unknown !== undefined) return `reads ${unknown}, which is none of ${SOURCES}`;
  const isKnown = !isWhole && parts.length === 0 && !value.includes('${token:');
  return isKnown && parameterValue(form, value) === undefined ? `is not ${FORM_TEXTS[form]}` : undefined;
}
