import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { TemplateFormat } from '../../lib/aws';
import { newStack } from '../support/aws-stack';
import { differencesOf } from '../support/template/compared';
import { EXAMPLES, REFUSED_EXAMPLES, stacksOfExample } from '../support/template/example-stack';
import { aroundApis, restApisOf, withNamesOf } from '../support/template/rest-api';
import { DEFINITIONS, OF_RESOURCES } from './definitions';

type Found = ReturnType<typeof differencesOf>[number];

/** Where the two may differ: what a document cannot say is a loss that was reported for this place. */
const EXPLAINED: readonly { readonly at: RegExp; readonly loss?: (match: RegExpExecArray) => string; readonly why: string }[] = [
  {
    at: /^\w+\.models\.([A-Za-z0-9]+)/,
    loss: ([, model]) => `/model ${model}.*OPENAPI_KEYWORDS_LOST`,
    why: 'OpenAPI 3.0 has not all keywords of draft 4',
  },
  {
    at: /^Pets\.models\.(All)Pet$/,
    loss: ([, model]) => `/model ${model}.*OPENAPI_KEYWORDS_LOST`,
    why: 'a place inside a model that a $ref leads to is a component of its own',
  },
  {
    at: /^\w+\.methods\.(\w+) (\S+)\.operationName$/,
    loss: ([, method, path]) => `${path} ${method}.*OPENAPI_DUPLICATE_OPERATION_NAME`,
    why: 'operationIds are there once',
  },
  {
    at: /^AWS::Lambda::Permission .+ from (Authorizer |RestApi \w+\}\/authorizers\/\*)/,
    why: 'authorizers of a document have no id in the template',
  },
];

describe('a resource for each method and one document are the same API', () => {
  test.each(EXAMPLES.filter((one) => !REFUSED_EXAMPLES.has(one)))('example %s', (example) => {
    expectSame((templateFormat) => stacksOfExample(example, templateFormat));
  });

  test.each(DEFINITIONS.filter((one) => !OF_RESOURCES.includes(one)))('$name', ({ ours }) => {
    expectSame((templateFormat) => {
      const stack = newStack('Shop', { app: { context: { templateFormat } } });
      ours(stack);
      return [stack];
    });
  });
});

test('a method, a model or a setting that is not the same is found', () => {
  const [left, right] = ['GET', 'PUT'].map((method) => {
    const stack = newStack();
    DEFINITIONS[0].ours(stack);
    return JSON.parse(
      JSON.stringify(Template.fromStack(stack).toJSON()).replaceAll('"HttpMethod":"GET"', `"HttpMethod":"${method}"`),
    ) as object;
  });
  expect(differencesOf(restApisOf(left), restApisOf(right)).map(({ at }) => at)).toEqual([
    'Pets.methods.GET /pets',
    'Pets.methods.PUT /pets',
  ]);
});

function expectSame(make: (templateFormat: TemplateFormat) => readonly Stack[]): void {
  const [ofResources, asDocument] = [TemplateFormat.RESOURCES, TemplateFormat.OPENAPI_BODY].map(make);
  expect(asDocument).toHaveLength(ofResources.length);
  ofResources.forEach((stack, index) => {
    const document = asDocument[index];
    const [left, right] = [stack, document].map((one) => Template.fromStack(one).toJSON());
    expect(Object.values(restApisOf(left)).every(({ methods }) => Object.keys(methods).length > 0)).toBe(true);
    const apis = restApisOf(left);
    const differing = [...differencesOf(apis, withNamesOf(apis, restApisOf(right))), ...differencesOf(aroundApis(left), aroundApis(right))];
    expect(differing.filter((one) => !isExplained(one, document))).toEqual([]);
  });
}

function isExplained({ at }: Found, stack: Stack): boolean {
  return EXPLAINED.some(({ at: location, loss }) => {
    const match = location.exec(at);
    if (match === null) return false;
    return loss === undefined || Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp(loss(match))).length > 0;
  });
}
