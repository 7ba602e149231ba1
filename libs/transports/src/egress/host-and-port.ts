import type { HostAndPort } from './egress-guard.js';

const securePort = 443;
const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': securePort,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
};

/** Where an address leads; the port that is usual for its protocol when it names none, 0 when none is usual. */
export const hostAndPort = ({
  hostname,
  port,
  protocol,
}: Pick<URL, 'hostname' | 'port' | 'protocol'>): HostAndPort => ({
  host: hostname,
  port: Number(port) || (usualPorts[protocol] ?? 0),
});
