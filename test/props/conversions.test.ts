import { convertBy, converted } from '../../lib/props';

/** Of another library: what ours is made of is inside. */
class Theirs {
  public constructor(public readonly ours: unknown) {}
}

test('values are conversions of themselves until there is one', () => {
  const options = { authorizer: new Theirs('a') };
  expect(converted('MethodOptions', options)).toBe(options);
});

describe('a conversion of a type', () => {
  beforeAll(() => {
    convertBy('IAuthorizer', (value) => (value instanceof Theirs ? value.ours : undefined));
    convertBy('IModel', (value) => (value instanceof Theirs ? value.ours : undefined));
  });

  test('is of a value of the type, and of no other', () => {
    expect(converted<unknown>('IAuthorizer', new Theirs('ours'))).toBe('ours');
    const theirs = new Theirs('ours');
    expect(converted<unknown>('IApiKey', theirs)).toBe(theirs);
    expect([converted<unknown>('IAuthorizer', 'text'), converted<unknown>('IAuthorizer', undefined), converted<unknown>('IAuthorizer', null)]).toEqual(['text', undefined, null]);
  });

  test('reaches members of structs, structs inside of structs, entries of maps and of lists', () => {
    const given = { operationName: 'get', authorizer: new Theirs('a'), requestModels: { 'text/plain': new Theirs('b') }, methodResponses: [{ statusCode: '200', responseModels: { 'text/plain': new Theirs('c') } }] };
    expect(converted<unknown>('MethodOptions', given)).toEqual({
      operationName: 'get', authorizer: 'a', requestModels: { 'text/plain': 'b' }, methodResponses: [{ statusCode: '200', responseModels: { 'text/plain': 'c' } }],
    });
    expect(given.authorizer).toBeInstanceOf(Theirs);
  });

  test('leaves what has nothing to convert as it is, and not a copy of it', () => {
    const given = { operationName: 'get', requestModels: {}, methodResponses: [{ statusCode: '200' }] };
    expect(converted('MethodOptions', given)).toBe(given);
  });

  test('does not look into instances of classes, whose members may be getters', () => {
    class Options {
      public get authorizer(): never {
        throw new Error('nobody asked');
      }
    }
    const given = new Options();
    expect(converted<unknown>('MethodOptions', given)).toBe(given);
  });

  test('comes after another of the same type, with what that one made', () => {
    convertBy('IModel', (value) => ('last' in value ? value.last : undefined));
    expect(converted<unknown>('IModel', new Theirs({ last: 'model' }))).toBe('model');
    expect(converted<unknown>('IModel', { last: 'model' })).toBe('model');
  });
});
