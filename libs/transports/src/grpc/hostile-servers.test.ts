import { type Deadline, startDeadline } from '@assay/kernel';
import { type HostileGrpc, startHostileGrpc, wallClock } from '@assay/testing';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { createGrpcTransport, type GrpcUpstreams } from './create-grpc-transport.js';
import { grpcCall, grpcServer, shopFiles } from './shop.fixture.js';

let upstreams: GrpcUpstreams;
let deadlines: Deadline[] = [];
const running: HostileGrpc[] = [];
beforeAll(() => {
  const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
  upstreams = createGrpcTransport({
    clock: wallClock,
    guard,
    identity: { name: 'assay', version: '1' },
    maxBytes: 50_000,
  });
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
afterAll(async () => {
  for (const deadline of deadlines) deadline.end();
  await upstreams.close();
});

const start = async (...args: Parameters<typeof startHostileGrpc>) => {
  const server = await startHostileGrpc(...args);
  running.push(server);
  return server;
};

const call = (port: number, method: string, ms = 5_000) => {
  const endpoint = { address: `127.0.0.1:${port}`, service: 'shop.v1.Orders', method, descriptorSet: setOf(method) };
  const deadline = startDeadline(wallClock, ms);
  deadlines = [...deadlines, deadline];
  return upstreams.transport.call(grpcCall(endpoint, deadline, { input: { orderId: '1' } }));
};

/** The shop with one method, named as the misbehaviour is. */
function setOf(name: string): string {
  const method = [{ name, inputType: '.shop.v1.GetOrder', outputType: '.shop.v1.Order' }];
  const service = [{ name: 'Orders', method }];
  const hostile = create(FileDescriptorProtoSchema, { name: 'hostile.proto', package: 'shop.v1', service });
  const file = [...shopFiles().map((it) => fromBinary(FileDescriptorProtoSchema, it)), hostile];
  const set = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  return Buffer.from(set).toString('base64');
}

describe('a gRPC server that misbehaves', () => {
  it.each([
    ['Garbage', 'upstream_error'],
    ['Twice', 'upstream_error'],
    ['Nothing', 'upstream_error'],
    ['Dies', 'upstream_unavailable'],
    ['DiesMidway', 'upstream_unavailable'],
    ['Boast', 'output_too_large'],
    ['Odd', 'upstream_error'],
    ['Page', 'output_too_large'],
    ['BadDetails', 'rate_limited'],
    ['Away', 'upstream_unavailable'],
  ])('by %s fails with %s', async (method, code) => {
    const server = await start();
    const answer = await call(server.port, method);
    expect(answer).toMatchObject({ ok: false, error: { code } });
    expect(server.calls).toEqual([`/shop.v1.Orders/${method}`]);
  });

  it('keeps nobody waiting, least of all the calls of another server', async () => {
    const mute = await start();
    const waiting = call(mute.port, 'Mute', 400);
    const other = await start();
    expect(await call(other.port, 'Twice')).toMatchObject({ error: { code: 'upstream_error' } });
    expect(await waiting).toMatchObject({ error: { code: 'deadline_exceeded', outcome: 'unknown' } });
  });

  it('cannot fill a message with its words', async () => {
    const server = await start();
    const answer = await call(server.port, 'Verbose');
    expect(answer).toMatchObject({ error: { code: 'tool_error' } });
    expect(JSON.stringify(answer).length).toBeLessThan(6_500);
  });
});

const nested = (...fields: readonly [number, Buffer | string][]): Buffer => {
  const writer = new BinaryWriter();
  for (const [field, value] of fields) writer.tag(field, WireType.LengthDelimited).bytes(Buffer.from(value));
  return Buffer.from(writer.finish());
};
const services = nested([6, nested([1, nested([1, 'shop.v1.Orders'])])]);
const files = (...found: readonly Buffer[]) => nested([4, nested(...found.map((it) => [1, it] as [number, Buffer]))]);

describe('a server that lies about itself', () => {
  const describeIt = async (lie: (question: number) => Buffer | 'nothing', ms = 5_000) => {
    const server = await start(lie);
    const deadline = startDeadline(wallClock, ms);
    deadlines = [...deadlines, deadline];
    return upstreams.reflection.describe(grpcServer({ address: `127.0.0.1:${server.port}` }), deadline);
  };

  it('with bytes that are no message is refused', async () => {
    expect(await describeIt(() => Buffer.from([0xff, 0xff]))).toMatchObject({ error: { code: 'upstream_error' } });
    expect(await describeIt((it) => (it === 0 ? services : files(Buffer.from([0x0b, 0xff]))))).toMatchObject({
      error: { code: 'upstream_error' },
    });
  });

  it('with a file that imports another one for ever is stopped', async () => {
    const endless = (question: number) =>
      question === 0 ? services : files(nested([1, `f${question}`], [3, `f${question + 1}`]));
    expect(await describeIt(endless, 20_000)).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('2000 files') },
    });
  });

  it('that imports itself, or a file it does not have, is read or refused', async () => {
    const itself = (question: number) => (question === 0 ? services : files(nested([1, 'a'], [3, 'a'])));
    expect(await describeIt(itself)).toMatchObject({ ok: true });
    const missing = (question: number) =>
      question === 0 ? services : question === 1 ? files(nested([1, 'a'], [3, 'b'])) : nested([4, '']);
    expect(await describeIt(missing)).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('does not describe b') },
    });
  });

  it('with more services than a server has, or with silence, ends', async () => {
    const many = nested([
      6,
      nested(...Array.from({ length: 600 }, (_, it) => [1, nested([1, `a.S${it}`])] as [number, Buffer])),
    ]);
    expect(await describeIt(() => many)).toMatchObject({ error: { message: expect.stringContaining('500 services') } });
    expect(await describeIt(() => 'nothing', 200)).toMatchObject({
      error: { code: 'deadline_exceeded', outcome: 'none' },
    });
  });
});
