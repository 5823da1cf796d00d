import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler({ stageVariables }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return { statusCode: 200, body: JSON.stringify({ table: process.env.TABLE, sameAsStage: stageVariables?.table === process.env.TABLE }) };
}
