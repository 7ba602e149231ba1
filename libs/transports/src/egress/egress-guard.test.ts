import { describe, expect, it } from '@jest/globals';
import { addressKind } from './address-kind.js';
import { AddressForbiddenError, EgressGuard, type EgressOptions } from './egress-guard.js';

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34'],
  'both.example': ['10.0.0.5', '93.184.216.34'],
  'inside.example': ['10.0.0.5'],
  'db.internal': ['10.0.0.9'],
  localhost: ['127.0.0.1', '::1'],
};

const guard = (more: Partial<EgressOptions> = {}) =>
  new EgressGuard({
    allow: [],
    loopback: false,
    except: [],
    resolve: async (host) => {
      const found = names[host];
      if (found === undefined) throw Object.assign(new Error('unknown host'), { code: 'ENOTFOUND' });
      return found;
    },
    ...more,
  });

const refused = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(AddressForbiddenError);

describe('the kind of an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['2606:4700::1111', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['0:0:0:0:0:ffff:7f00:0001', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::10.0.0.1', 'private'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['2002:0a00:0001::', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['100.64.0.1', 'shared'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['255.255.255.255', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['no address', 'reserved'],
  ])('of %s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });
});

describe('the guard', () => {
  it('permits public addresses only, and hands on the resolved ones', async () => {
    await expect(guard().permitted('public.example', 443)).resolves.toEqual(['93.184.216.34']);
    await expect(guard().permitted('both.example', 443)).resolves.toEqual(['93.184.216.34']);
    await refused(guard().permitted('inside.example', 443));
    await refused(guard().permitted('localhost', 80));
  });

  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
  ])('sees through %s', async (url) => {
    await refused(guard().permitted(new URL(url).hostname, 80));
  });

  it('says which host, and who can allow it', async () => {
    await expect(guard().permitted('inside.example', 80)).rejects.toThrow(/inside\.example.*ASSAY_EGRESS_ALLOW/);
  });

  it('leaves errors of the resolver as they are', async () => {
    await expect(guard().permitted('absent.example', 80)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each([
    ['inside.example', 'inside.example'],
    ['Inside.Example.', 'inside.example'],
    ['10.0.0.5', 'inside.example'],
    ['10.0.0.0/8', 'inside.example'],
    ['*.internal', 'db.internal'],
    ['169.254.169.254', '169.254.169.254'],
    ['fd00::/8', 'fd00::7'],
    ['[fd00::7]', 'fd00::7'],
  ])('lists %s: %s may be reached', async (entry, host) => {
    await expect(guard({ allow: [entry] }).permitted(host, 80)).resolves.toHaveLength(1);
  });

  it.each([
    ['internal', 'db.internal'],
    ['*.internal', 'internal'],
    ['10.0.0.6', 'inside.example'],
    ['11.0.0.0/8', 'inside.example'],
    ['0.0.0.0/0', '::1'],
  ])('lists %s: %s may not', async (entry, host) => {
    await refused(guard({ allow: [entry], resolve: async () => ['10.0.0.5'] }).permitted(host, 80));
  });

  it('allows a name or an address at one port, when the entry names one', async () => {
    for (const entry of ['inside.example:8443', '10.0.0.5:8443']) {
      const own = guard({ allow: [entry] });
      await expect(own.permitted('inside.example', 8443)).resolves.toEqual(['10.0.0.5']);
      await refused(own.permitted('inside.example', 80));
    }
    const six = guard({ allow: ['[fd00::7]:8443'] });
    await expect(six.permitted('[fd00::7]', 8443)).resolves.toEqual(['fd00::7']);
    await refused(six.permitted('fd00::7', 443));
    await refused(guard({ allow: ['169.254.169.254:81'] }).permitted('169.254.169.254', 80));
  });

  it('refuses entries it cannot read', () => {
    expect(() => guard({ allow: ['10.0.0.0/99'] })).toThrow();
  });

  it('permits this machine when asked, save what is excepted by any of its names', async () => {
    const own = guard({ loopback: true, except: [{ host: 'localhost', port: 5432 }] });
    await expect(own.permitted('127.0.0.1', 8080)).resolves.toEqual(['127.0.0.1']);
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.0.0.2', '::ffff:127.0.0.1'])
      await refused(own.permitted(host, 5432));
    await refused(own.permitted('10.0.0.5', 8080));
  });

  it('keeps an exception against the list, by name and by address', async () => {
    const own = guard({ allow: ['10.0.0.0/8', 'db.internal'], except: [{ host: 'db.internal', port: 6379 }] });
    await refused(own.permitted('db.internal', 6379));
    await refused(own.permitted('10.0.0.9', 6379));
    await expect(own.permitted('10.0.0.9', 80)).resolves.toEqual(['10.0.0.9']);
    await expect(own.permitted('10.0.0.5', 6379)).resolves.toEqual(['10.0.0.5']);
  });
});
