import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** One message as the SMTP server received it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailServers {
  readonly received: Received[];
  readonly smtpUrl: string;
  readonly imapUrl: string;
  /** Puts a message into the inbox of the agent. */
  deliver(raw: string): void;
  stop(): Promise<void>;
}

const isInstalled = (): boolean => {
  try {
    execFileSync('dovecot', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Dovecot signs users in as other users of the machine, which takes root. */
export const hasMailServer = isInstalled() && process.getuid?.() === 0;

const user = 'agent@acme.example';
const password = 'secret-of-the-tests';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Accepts the access tokens that an introspection endpoint (RFC 7662) calls active, and no password. */
const oauthPassdb = (folder: string): string => `
auth_mechanisms = xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`;
const passwordPassdb = `
passdb {
  driver = static
  args = password=${password}
}`;
const introspecting = (url: string): string => `introspection_url = ${url}
introspection_mode = post
username_attribute = username
active_attribute = active
active_value = true
`;

const configuration = (folder: string, port: number, passdb: string): string => `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
first_valid_uid = 1
${passdb}
userdb {
  driver = static
  args = uid=dovecot gid=dovecot home=${folder}/mail
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = subscribe
    special_use = \\Sent
  }
}
`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });

async function startDovecot(folder: string, port: number, introspection: string | undefined) {
  const file = join(folder, 'dovecot.conf');
  if (introspection !== undefined) writeFileSync(join(folder, 'oauth2.conf'), introspecting(introspection));
  const passdb = introspection === undefined ? passwordPassdb : oauthPassdb(folder);
  writeFileSync(file, configuration(folder, port, passdb));
  const child = spawn('dovecot', ['-F', '-c', file], { stdio: 'ignore' });
  for (let attempt = 0; !(await answers(port)); attempt += 1) {
    if (attempt > 100 || child.exitCode !== null) throw new Error('Dovecot did not start.');
    await pause(50);
  }
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
}

function startSmtp(received: Received[], deliver: (raw: string) => void): SMTPServer {
  return new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === password ? done(null, { user }) : done(new Error('wrong name or password')),
    onRcptTo: ({ address }, _, done) => (address.startsWith('nobody@') ? done(new Error('no such user')) : done()),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const to = envelope.rcptTo.map((it) => it.address);
        received.push({ from: (envelope.mailFrom as { address: string }).address, to, raw });
        if (to.includes(user)) deliver(raw);
        done();
      });
    },
  });
}

/**
 * A real SMTP server and Dovecot, for the account agent@acme.example. With the address of an introspection endpoint,
 * Dovecot takes access tokens.
 */
export async function startMailServers(introspection?: string): Promise<MailServers> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mail-'));
  chmodSync(folder, 0o755);
  for (const name of ['run', 'mail', 'mail/new', 'mail/cur', 'mail/tmp']) mkdirSync(join(folder, name));
  execFileSync('chown', ['-R', 'dovecot:dovecot', join(folder, 'mail')]);
  let count = 0;
  const deliver = (raw: string) => {
    count += 1;
    const file = join(folder, 'mail', 'new', `${1_700_000_000 + count}.${count}.test`);
    writeFileSync(file, raw);
    execFileSync('chown', ['dovecot:dovecot', file]);
  };
  const received: Received[] = [];
  const imapPort = await freePort();
  const stopDovecot = await startDovecot(folder, imapPort, introspection);
  const smtp = startSmtp(received, deliver);
  const server = smtp.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    received,
    deliver,
    smtpUrl: `smtp://${login}@127.0.0.1:${port}`,
    imapUrl: `imap://${login}@127.0.0.1:${imapPort}`,
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await stopDovecot();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
