import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { grpcAddress } from '../input/address.js';
import { pair } from '../input/options.js';
import { readBytes } from '../input/read-bytes.js';
import { brief } from '../output/text.js';
import { type ChoiceOptions, choosing, importFrom } from './import-decision.js';

interface GrpcOptions extends ChoiceOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly metadata?: Record<string, string>;
  readonly descriptorSet?: string;
}

/** The server reads its own description by reflection, unless a file says what its services are. */
async function importGrpc(context: Context<GrpcOptions>, place: string) {
  const { namespace, server, descriptorSet } = context.options;
  const set = descriptorSet === undefined ? undefined : await readBytes(context.io, descriptorSet);
  const grpc = { ...grpcAddress([place], context.options), ...(set ? { descriptorSet: set.toString('base64') } : {}) };
  const body = { namespace, source: { grpc }, ...(server ? { server } : {}) };
  return importFrom(context, body, `Reading the services of ${brief(place, 50)}`);
}

export function addGrpcImport(group: Command, host: Host): void {
  const grpc = add(
    group,
    'grpc <address>',
    "Read a gRPC server's services, show a tool for each method, and publish those you accept",
    [
      'import grpc localhost:50051 --namespace acme',
      'import grpc grpcs://shop.example.com:443 --namespace acme --metadata authorization="Bearer …"',
      'import grpc grpcs://shop.example.com:443 --namespace acme --descriptor-set shop.binpb',
    ],
  );
  choosing(grpc)
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', "server name in the namespace (default: the services' package)")
    .option('--metadata <name=value>', 'metadata for every call, such as a credential (repeatable)', pair)
    .option(
      '--descriptor-set <file>',
      'output of protoc --include_imports --include_source_info --descriptor_set_out (default: server reflection)',
    )
    .option('--yes', 'publish without asking')
    .action(host.does(importGrpc));
}
