import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ConnectionLimit } from './connection-limit.js';

const aSocket = () => new EventEmitter() as Socket;

describe('the limit of connections', () => {
  it('counts connections, not requests, of each holder by itself', () => {
    const limit = new ConnectionLimit(2);
    const [one, two, three] = [aSocket(), aSocket(), aSocket()];
    expect([limit.admit(one, 'a'), limit.admit(one, 'a'), limit.admit(two, 'a')]).toEqual([true, true, true]);
    expect(limit.admit(three, 'a')).toBe(false);
    expect(limit.admit(three, 'b')).toBe(true);
  });

  it('gives a place back when a connection closes', () => {
    const limit = new ConnectionLimit(1);
    const one = aSocket();
    limit.admit(one, 'a');
    one.emit('close');
    expect(limit.admit(aSocket(), 'a')).toBe(true);
    expect(limit.admit(aSocket(), 'a')).toBe(false);
  });

  it('counts a shared connection for its latest caller', () => {
    const limit = new ConnectionLimit(1);
    const proxy = aSocket();
    expect([limit.admit(proxy, 'a'), limit.admit(proxy, 'b'), limit.admit(aSocket(), 'a')]).toEqual([true, true, true]);
    expect(limit.admit(aSocket(), 'b')).toBe(false);
    proxy.emit('close');
    expect(limit.admit(aSocket(), 'b')).toBe(true);
  });
});
