import { wallClock } from '@assay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { RedisConnection } from './redis-connection.js';
import { noRedis, startRedis } from './redis-server.fixture.js';

describe('RedisConnection with a server', () => {
  const connections: RedisConnection[] = [];
  afterAll(() => Promise.all(connections.map((it) => it.close())));

  const open = async (url: string) => {
    const reports: string[] = [];
    const connection = new RedisConnection({
      url,
      clock: wallClock,
      onAway: () => reports.push('away'),
      onBack: () => reports.push('back'),
    });
    connections.push(connection);
    await connection.open();
    return { connection, reports };
  };

  (noRedis === null ? it : it.skip)(`rests when Redis is halted, and comes back${noRedis ?? ''}`, async () => {
    const redis = await startRedis();
    try {
      const { connection, reports } = await open(redis.url);
      const echo = { text: 'return 1', sha1: 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db' };
      expect(await connection.run(echo, [], [])).toBe(1);
      redis.halt();
      await expect(connection.run(echo, [], [])).rejects.toThrow('no answer within 150 ms');
      expect(connection.isUsable).toBe(false);
      expect(connection.trouble).toBe('no answer within 150 ms');
      redis.resume();
      // No request is sent during the pause; the next one after it succeeds.
      expect(await connection.run(echo, [], [])).toBe(1);
      expect(connection.trouble).toBeNull();
      expect(reports).toEqual(['away', 'back']);
    } finally {
      redis.resume();
      await redis.stop();
    }
  });
});
