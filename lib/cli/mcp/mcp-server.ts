import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError, type CallToolResult, type Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import type { DashboardApi } from '../dashboard-api';
import { ACTING_TOOLS } from './acting-tools';
import { CONNECTION_TOOLS, CONVERSATIONS_TOOL } from './connection-tools';
import { diffTool } from './diff-tool';
import { READING_TOOLS } from './reading-tools';
import { errorAnswer, type Tool, type ToolAnswer } from './tool';

export interface Observed {
  /** Finds the gateway that runs now: it may have been started again, or not yet. */
  readonly connect: () => DashboardApi;
  readonly directory: string;
}

const INSTRUCTIONS = 'synthgate runs REST, HTTP and WebSocket APIs of API Gateway on this machine. These tools look into the gateway that `npx synthgate dev` runs in the project; '
  + 'if it does not run, start it in a terminal of its own. After a request failed, call `explain`; to try one, call `invoke`, or `connect` for a WebSocket API. `routes` says what there is. '
  + 'After you edited the definition, `diff` says what callers notice.';

/**
 * The MCP server over the dashboard of a gateway. Answers have no output schemas: models would read them with each list of tools,
 * and they are in the OpenAPI document of the dashboard.
 */
export function createMcpServer(version: string, { connect, directory }: Observed): Server {
  // in the order in which they are listed
  const tools: readonly Tool[] = [...READING_TOOLS, CONVERSATIONS_TOOL, diffTool(directory), ...ACTING_TOOLS, ...CONNECTION_TOOLS];
  const server = new Server({ name: 'synthgate', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }): Promise<CallToolResult> => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}; there are ${tools.map((candidate) => candidate.name).join(', ')}`);
    try {
      return resultOf(await tool.call(args, connect()));
    } catch (error) {
      if (!GatewayError.isGatewayError(error)) throw error;
      return { ...resultOf(errorAnswer(error)), isError: true };
    }
  });
  return server;
}

function resultOf({ data, text = JSON.stringify(data) }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

function listed({ name, title, description, input, effect }: Tool): ListedTool {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  // a schema may be a boolean, which none of ours is
  const schemas = Object.entries(properties).flatMap(([member, schema]) => (typeof schema === 'boolean' ? [] : [[member, schema] as const]));
  return {
    name, title, description,
    inputSchema: { type: 'object', properties: Object.fromEntries(schemas), required, additionalProperties: false },
    annotations: { title, readOnlyHint: effect === 'reads', destructiveHint: effect !== 'reads', idempotentHint: effect === 'reads', openWorldHint: effect === 'sends' },
  };
}
