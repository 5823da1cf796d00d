import type { IResolvable } from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';

/** The texts behind shared ones. */
const TEXTS = new WeakMap<IResolvable, string>();

/**
 * A text with references that occurs in many places of a template. CDK would join its parts for each of them, which is a third
 * of the time that a large API takes; here it does so once per stack. When CDK looks for references it gets the text itself, once per
 * stack as well: what a stack refers to does not depend on how often it does.
 */
export function sharedText(text: string): string {
  const { Stack, Token } = awsCdk();
  const resolved = new WeakMap<object, unknown>();
  const searched = new WeakSet<object>();
  const shared: IResolvable = {
    creationStack: [],
    resolve: (context) => {
      const stack = Stack.of(context.scope);
      if (context.preparing) {
        if (searched.has(stack)) return '';
        searched.add(stack);
        return text;
      }
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
