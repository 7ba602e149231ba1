import { Module } from '@nestjs/common';
import { OWN_URL } from '../../../platform/ports.js';
import { provide } from '../../../platform/provide.js';
import { McpResources } from './mcp-resources.js';

const providers = [provide(McpResources, { ownUrl: OWN_URL }, ({ ownUrl }) => new McpResources(ownUrl))];

/** The names of this server's MCP addresses. */
@Module({ providers, exports: providers })
export class McpResourcesModule {}
