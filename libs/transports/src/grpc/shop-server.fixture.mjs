// A gRPC server of the official library, for tests: `node shop-server.fixture.mjs [reflection] [changed]`, where reflection is
// `v1`, `v1alpha` or `off`, and `changed` gives another definition of shop.v1.GetOrder. It prints `listening <port>`, and
// a line of JSON for each call that took effect or was cancelled.
import { readFileSync } from 'node:fs';
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { fromJSON, loadSync } from '@grpc/proto-loader';
import protobuf from 'protobufjs';

const [reflection = 'v1', changed = '', certificate = '', port = '0'] = process.argv.slice(2);
const file = new URL('./shop.fixture.proto', import.meta.url).pathname;
const options = { longs: String, enums: String, defaults: true, oneofs: true };
const shop = changed === 'changed' ? withUrgency() : loadSync(file, options);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The same service, in which an order is asked for with one field more. */
function withUrgency() {
  const root = new protobuf.Root();
  const { common } = protobuf;
  for (const name of ['any', 'duration', 'empty', 'field_mask', 'struct', 'timestamp', 'wrappers'])
    root.addJSON(common.get(`google/protobuf/${name}.proto`).nested);
  const source = readFileSync(file, 'utf8').replace('string order_id = 1;', 'string order_id = 1; bool urgent = 2;');
  protobuf.parse(source, root);
  root.resolveAll();
  return fromJSON(root.toJSON({ keepComments: true }), options);
}

const orders = new Map([
  ['1', { orderId: '1', items: [{ sku: 'tea', count: 2 }], state: 'OPEN', totalCents: '990', labels: { gift: 'yes' } }],
]);

const ordersService = {
  Get: ({ request }, reply) => {
    const found = orders.get(request.orderId);
    if (found !== undefined) reply(null, found);
    else reply({ code: status.NOT_FOUND, details: `There is no order ${request.orderId}.` });
  },
  Create: ({ request, metadata }, reply) => {
    say({ created: request.orderId, key: metadata.get('idempotency-key')[0] ?? null });
    orders.set(request.orderId, request);
    reply(null, request);
  },
  Watch: (call) => {
    for (const state of ['OPEN', 'SHIPPED']) call.write({ orderId: call.request.orderId, state });
    call.end();
  },
  Upload: (_call, reply) => reply(null, {}),
  Chat: (call) => call.end(),
};

const oddService = {
  Echo: ({ request }, reply) => reply(null, request),
  Double: ({ request }, reply) => reply(null, { value: String(BigInt(request.value) * 2n) }),
  Now: (_call, reply) => reply(null, { seconds: 1_795_000_000, nanos: 500_000_000 }),
  Fail: ({ request }, reply) => {
    const metadata = new Metadata();
    if (request.retrySeconds > 0) metadata.set('grpc-status-details-bin', retryIn(request.retrySeconds));
    reply({ code: request.code, details: request.details, metadata });
  },
  Sleep: (call, reply) => {
    const timer = setTimeout(() => reply(null, {}), Number(call.request.seconds) * 1_000);
    call.on('cancelled', () => {
      clearTimeout(timer);
      say({ cancelled: true });
    });
  },
  Large: ({ request }, reply) => reply(null, { text: 'x'.repeat(request.bytes) }),
  Flood: (call) => {
    for (let sent = 0; sent < request(call).messages; sent += 1) call.write({ text: 'x'.repeat(request(call).bytes) });
    call.end();
  },
  Told: (call, reply) => {
    const told = {
      ...call.metadata.getMap(),
      deadline: call.getDeadline() !== Number.POSITIVE_INFINITY,
      host: call.getHost?.(),
    };
    const fields = Object.fromEntries(
      Object.entries(told).map(([name, value]) => [
        name,
        { stringValue: Buffer.isBuffer(value) ? `bytes ${value.toString('hex')}` : String(value) },
      ]),
    );
    reply(null, { fields });
  },
};
const request = (call) => call.request;

/** google.rpc.Status with a RetryInfo. */
function retryIn(seconds) {
  const duration = Buffer.from([0x08, seconds]);
  const info = Buffer.concat([Buffer.from([0x0a, duration.length]), duration]);
  const url = Buffer.from('type.googleapis.com/google.rpc.RetryInfo');
  const any = Buffer.concat([Buffer.from([0x0a, url.length]), url, Buffer.from([0x12, info.length]), info]);
  return Buffer.concat([Buffer.from([0x1a, any.length]), any]);
}

/** Server reflection by hand: its messages are few, and two revisions of them are the same. */
const reflectionProto = `syntax = "proto3"; package grpc.reflection.${reflection};
service ServerReflection { rpc ServerReflectionInfo(stream Request) returns (stream Response); }
message Request { string host = 1; oneof message_request { string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7; } }
message Response { string valid_host = 1; Request original_request = 2; Files file_descriptor_response = 4; Services list_services_response = 6; Problem error_response = 7; }
message Files { repeated bytes file_descriptor_proto = 1; }
message Services { repeated Service service = 1; }
message Service { string name = 1; }
message Problem { int32 error_code = 1; string error_message = 2; }`;

const files = new Map();
for (const definition of Object.values(shop)) {
  const protos = definition.fileDescriptorProtos ?? Object.values(definition)[0].requestType.fileDescriptorProtos;
  for (const bytes of protos) files.set(nameOf(bytes), bytes);
}

/** The first field of a FileDescriptorProto is its name. */
function nameOf(bytes) {
  return bytes.subarray(2, 2 + bytes[1]).toString();
}

function answer({ messageRequest, fileByFilename, fileContainingSymbol }) {
  if (messageRequest === 'listServices')
    return {
      listServicesResponse: {
        service: [
          { name: 'shop.v1.Orders' },
          { name: 'shop.v1.Odd' },
          { name: `grpc.reflection.${reflection}.ServerReflection` },
        ],
      },
    };
  const own = [...files.keys()].find((name) => !name.startsWith('google'));
  const bytes = files.get(messageRequest === 'fileByFilename' ? fileByFilename : own);
  const known = bytes !== undefined && (fileContainingSymbol ?? 'shop.').startsWith('shop.');
  return known
    ? { fileDescriptorResponse: { fileDescriptorProto: [bytes] } }
    : { errorResponse: { errorCode: status.NOT_FOUND, errorMessage: 'not here' } };
}

const server = new Server();
server.addService(shop['shop.v1.Orders'], ordersService);
server.addService(shop['shop.v1.Odd'], oddService);
if (reflection !== 'off') {
  const root = protobuf.parse(reflectionProto, { keepCase: false }).root;
  const described = fromJSON(root.toJSON(), options);
  server.addService(described[`grpc.reflection.${reflection}.ServerReflection`], {
    ServerReflectionInfo: (call) => {
      call.on('data', (asked) => call.write(answer(asked)));
      call.on('end', () => call.end());
    },
  });
}
const credentials =
  certificate === ''
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(null, [
        { cert_chain: readFileSync(`${certificate}.crt`), private_key: readFileSync(`${certificate}.key`) },
      ]);
server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => {
  if (error) throw error;
  process.stdout.write(`listening ${bound}\n`);
});
