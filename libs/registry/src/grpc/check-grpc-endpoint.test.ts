import { describe, expect, it } from '@jest/globals';
import { shopFiles, written } from '../testing/descriptors.js';
import { checkGrpcEndpoint } from './check-grpc-endpoint.js';

const setOf = (...files: Uint8Array[]) =>
  Buffer.from(written(...files.map((it) => [1, it] as const))).toString('base64');
const descriptorSet = setOf(...shopFiles());
const problems = (parts: object) =>
  checkGrpcEndpoint({
    address: 'shop.example:443',
    service: 'shop.v1.Orders',
    method: 'Get',
    descriptorSet,
    ...parts,
  }).map(({ path, message }) => `${path} ${message}`);

describe('checkGrpcEndpoint', () => {
  it('accepts callable endpoints, with or without descriptors', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ method: 'Watch' })).toEqual([]);
    expect(problems({ descriptorSet: undefined, service: 'a.B', method: 'C' })).toEqual([]);
  });

  it('reports each problem, with the available alternatives', () => {
    expect(problems({ address: 'shop.example' })).toEqual([expect.stringContaining('/address must be host:port')]);
    expect(problems({ service: 'shop.v1.Order' })).toEqual([
      '/service is not in the descriptor set, which has shop.v1.Orders',
    ]);
    expect(problems({ method: 'Put' })).toEqual([
      '/method is not a method of shop.v1.Orders, which has Get, Watch, Upload',
    ]);
    expect(problems({ method: 'Upload' })).toEqual([expect.stringContaining('/method takes a stream of messages')]);
    expect(problems({ descriptorSet: '////' })).toEqual([
      expect.stringContaining('/descriptorSet is no FileDescriptorSet'),
    ]);
    expect(problems({ descriptorSet: setOf(...shopFiles().slice(1)) })).toEqual([
      '/descriptorSet does not define shop.v1.State, shop.v1.Item, which the method uses: write it with --include_imports',
    ]);
  });
});
