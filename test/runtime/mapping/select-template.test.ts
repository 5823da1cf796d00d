import { compileTemplates, requestTemplate, responseTemplate, type PassthroughBehavior } from '../../../lib/runtime/mapping/select-template';

const NONE = compileTemplates('request', {});
const JSON_ONLY = compileTemplates('request', { 'application/json': 'json' });
const chosen = (behavior: PassthroughBehavior, contentType?: string, templates = JSON_ONLY) => {
  try {
    return requestTemplate(templates, behavior, contentType)?.mediaType ?? 'passes';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('passthrough behaviors', () => {
  test.each<[PassthroughBehavior, string, string, string]>([
    ['WHEN_NO_MATCH', 'application/json', 'passes', 'passes'],
    ['WHEN_NO_TEMPLATES', 'application/json', 'MEDIA_TYPE_UNSUPPORTED', 'passes'],
    ['NEVER', 'application/json', 'MEDIA_TYPE_UNSUPPORTED', 'MEDIA_TYPE_UNSUPPORTED'],
  ])('%s: a template for the type is %s; for another type: %s; no templates at all: %s', (behavior, match, other, none) => {
    expect(chosen(behavior, 'application/json')).toBe(match);
    expect(chosen(behavior, 'text/plain')).toBe(other);
    expect(chosen(behavior, 'text/plain', NONE)).toBe(none);
  });

  test('no Content-Type counts as application/json', () => {
    expect(chosen('NEVER', undefined)).toBe('application/json');
  });

  test('$default takes every type without a template', () => {
    const templates = compileTemplates('request', { '$default': 'd', 'text/xml': 'x' });
    expect(chosen('NEVER', 'image/png', templates)).toBe('$default');
    expect(chosen('NEVER', 'text/xml', templates)).toBe('text/xml');
  });
});

describe('response templates', () => {
  test.each([
    ['text/csv', 'text/csv'],
    ['text/html', 'text/xml'],
    ['*/*', 'text/xml'],
    ['application/json', 'application/json'],
    [undefined, 'application/json'],
  ])('Accept %s takes the template for %s', (accept, expected) => {
    const templates = compileTemplates('response', { 'Text/XML': 'x', 'application/json': 'j', 'text/csv': 'c' });
    expect(responseTemplate(templates, accept)?.mediaType.toLowerCase()).toBe(expected);
  });

  test('without Accept and application/json it is the first; without any the body passes', () => {
    expect(responseTemplate(compileTemplates('response', { 'text/a': 'a', 'text/b': 'b' }), undefined)?.mediaType).toBe('text/a');
    expect(responseTemplate(NONE, 'application/json')).toBeUndefined();
  });
});
