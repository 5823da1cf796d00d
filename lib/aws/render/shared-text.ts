import type { IResolvable } from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';

/** The texts behind shared ones. */
const TEXTS = new WeakMap<IResolvable, string>();

/**
 * A text with references that occurs in many places of a template. CDK would join its parts for each of them, which is a third
 * of the time that a large API takes; here it does so once per stack. While CDK looks for references it gets the text itself.
 */
export function sharedText(text: string): string {
  const { Stack, Token } = awsCdk();
  const resolved = new WeakMap<object, unknown>();
  const shared: IResolvable = {
    creationStack: [],
    resolve: (context) => {
      if (context.preparing) return text;
      const stack = Stack.of(context.scope);
      if (!resolved.has(stack)) resolved.set(stack, context.resolve(text));
      return resolved.get(stack);
    },
    toString: () => Token.asString(shared),
  };
  TEXTS.set(shared, text);
  return shared.toString();
}

/** The text behind a token of `sharedText`, for callers that write references differently from a template. */
export function textBehind(token: IResolvable): string | undefined {
  return TEXTS.get(token);
}
