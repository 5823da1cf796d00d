import { CloudFormationClient, ListStacksCommand } from '@aws-sdk/client-cloudformation';

const client = new CloudFormationClient({});

/** A handler that needs the SDK: Lambda provides it, so it is not in the bundle. */
export const handler = async (event: { readonly pathParameters?: Readonly<Record<string, string>> | null }) => {
  const { StackSummaries = [] } = await client.send(new ListStacksCommand({}));
  const body = { id: event.pathParameters?.id, table: process.env.TABLE_NAME, stacks: StackSummaries.length };
  return { statusCode: 200, body: JSON.stringify(body) };
};
