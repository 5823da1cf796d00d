import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Reports to the observer which function runs with which event, and waits until it has it: no response comes before that. */
export async function observe(functionName: string, event: APIGatewayProxyEvent): Promise<void> {
  const { body, ...rest } = event;
  await report('/observed', { functionName, bodyBytes: body?.length ?? 0, isPolluted: isPolluted(), event: rest });
}

/** Waits until as many calls as a meeting has places wait for each other. */
export async function meet(name: string, places: number): Promise<boolean> {
  const { met } = await report('/meeting', { name, places }) as { met: boolean };
  return met;
}

async function report(target: string, what: object): Promise<unknown> {
  const response = await fetch(`${process.env.OBSERVER}${target}`, { method: 'POST', body: JSON.stringify(what) });
  return response.json();
}

function isPolluted(): boolean {
  return 'polluted' in {};
}
