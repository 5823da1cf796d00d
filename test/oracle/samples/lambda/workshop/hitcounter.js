const { DynamoDBClient, UpdateItemCommand } = require('@aws-sdk/client-dynamodb');
const { LambdaClient, InvokeCommand } = require('@aws-sdk/client-lambda');

exports.handler = async (event) => {
  const dynamo = new DynamoDBClient();
  const lambda = new LambdaClient();
  await dynamo.send(new UpdateItemCommand({
    TableName: process.env.HITS_TABLE_NAME,
    Key: { path: { S: event.path } },
    UpdateExpression: 'ADD hits :incr',
    ExpressionAttributeValues: { ':incr': { N: '1' } },
  }));
  const FunctionName = process.env.DOWNSTREAM_FUNCTION_NAME;
  const response = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  return JSON.parse(Buffer.from(response.Payload).toString());
};
