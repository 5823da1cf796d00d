import type { Context } from 'aws-lambda';

interface Greeting {
  readonly name: string;
}

export async function handler(event: Greeting, context: Context): Promise<string> {
  return `${event.name} at ${context.functionName}`;
}

export async function fails(event: Greeting): Promise<never> {
  throw new Error(`no ${event.name}`);
}
