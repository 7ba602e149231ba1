import { z } from 'zod';
import { qualifiedNameSchema } from './names.js';

/** `host:port`, or an address with a scheme that says whether the connection is encrypted. */
export const grpcAddressTextSchema = z
  .string()
  .min(1)
  .max(512)
  .regex(
    /^(?:(?:grpcs?|https?):\/\/)?(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?\.?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/?$/,
    'must be host:port, or an address that begins with grpcs://, grpc://, https:// or http:// and has no path',
  )
  .describe(
    'grpcs:// and https:// are encrypted, grpc:// and http:// are not; host:port is encrypted unless the host is this machine',
  );

const identifier = '[A-Za-z_][A-Za-z0-9_]*';

/**
 * One method of a gRPC service: unary, or with a stream of answers. The address is that of a registered server, or given
 * here. Without a descriptor set the types are read by server reflection at the first call.
 */
export const grpcEndpointSchema = z
  .strictObject({
    server: qualifiedNameSchema
      .optional()
      .describe('The registered server whose address and credentials the call uses; instead of address'),
    address: grpcAddressTextSchema.optional(),
    service: z
      .string()
      .min(1)
      .max(512)
      .regex(new RegExp(`^${identifier}(?:\\.${identifier})*$`), 'must be the full name of a service: shop.v1.Orders')
      .describe('With its package, such as shop.v1.Orders'),
    method: z
      .string()
      .min(1)
      .max(256)
      .regex(new RegExp(`^${identifier}$`), 'must be the name of a method alone: GetOrder'),
    descriptorSet: z.base64().max(1_000_000).optional().describe('A google.protobuf.FileDescriptorSet in base64'),
  })
  .superRefine(({ server, address }, context) => {
    if ((server === undefined) !== (address === undefined)) return;
    const message =
      server === undefined
        ? 'is required, or the name of a registered server under "server"'
        : 'conflicts with "server": give one of the two';
    context.addIssue({ code: 'custom', path: ['address'], message });
  });
export type GrpcEndpoint = z.infer<typeof grpcEndpointSchema>;
