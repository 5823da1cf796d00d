import { matchesMediaTypes } from '../../../lib/runtime/http/media-types';

describe('binary media types', () => {
  test.each([
    ['image/png', ['image/png'], true],
    ['image/png', ['IMAGE/PNG'], true],
    ['image/png', ['image/*'], true],
    ['image/png', ['*/*'], true],
    ['image/png', ['*/png'], false],
    ['image/png', ['image'], false],
    ['image/pngx', ['image/png'], false],
    ['imagex/png', ['image/*'], false],
    ['image/*', ['image/png'], false],
    ['image/*', ['image/*'], true],
    ['*/*', ['image/png'], false],
    ['*/*', ['*/*'], true],
    ['image/png', [], false],
    [undefined, ['*/*'], false],
  ])('%s, entries %j: %s', (given, entries, expected) => {
    expect(matchesMediaTypes(given, entries)).toBe(expected);
  });
});
