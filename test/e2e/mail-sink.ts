import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  readonly port: number;
  readonly received: { readonly to: readonly string[]; readonly raw: string }[];
  stop(): Promise<void>;
}

/** A real SMTP server that keeps what it is given. */
export async function startMailSink(): Promise<MailSink> {
  const received: MailSink['received'] = [];
  const smtp = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map((it) => it.address), raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, received, stop: () => new Promise((resolve) => smtp.close(() => resolve())) };
}
