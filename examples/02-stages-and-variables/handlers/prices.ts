import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const answer = (value: unknown): APIGatewayProxyResult => ({ statusCode: 200, body: JSON.stringify(value) });

export async function shop({ stageVariables, requestContext }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return answer({ stage: requestContext.stage, shop: stageVariables?.shop });
}

export const euro = async () => answer({ currency: 'EUR' });

export const dollar = async () => answer({ currency: 'USD' });
