import { describe, expect, it } from '@jest/globals';
import { hostsOf, missingAccount, settingNames, wrongSetting } from './reach.js';
import { readSettings } from './settings.js';

describe('settings', () => {
  it.each([
    ['MAIL_FROM', 'Shop agent <agent@acme.example>'],
    ['MAIL_FROM', 'agent@acme.example'],
    ['MAIL_SMTP', 'smtps://agent:p%40ss@smtp.acme.example'],
    ['MAIL_SMTP', 'smtp://localhost:2525'],
    ['MAIL_IMAP', 'imaps://agent:pass@imap.acme.example:993'],
    ['INTERNAL_DOMAINS', 'acme.example, *.acme.example'],
    ['ALLOWED_RECIPIENTS', 'ann@partner.example,@supplier.example'],
    ['BROADCAST_RECIPIENTS', 'team@acme.example'],
    ['CONFIDENTIAL_WORDS', 'Bluebird, margin table'],
    ['ATTRIBUTION', 'Written by the agent of Acme.'],
    ['TONE', 'friendly'],
    ['NOTIFY_ANN', 'ann@acme.example, slack:#ann'],
    ['MAIL_OAUTH_TOKEN_URL', 'https://oauth2.googleapis.com/token'],
    ['MAIL_OAUTH_REFRESH_TOKEN', `1//${'x'.repeat(2_000)}`],
    ['MAIL_OAUTH_SCOPE', 'https://outlook.office.com/SMTP.Send offline_access'],
  ])('%s takes %s', (name, value) => {
    expect(wrongSetting(name, value)).toBeNull();
  });

  it.each([
    ['MAIL_FROM', 'Shop agent'],
    ['MAIL_FROM', 'boss@acme.example <agent@acme.example>'],
    ['MAIL_SMTP', 'https://smtp.acme.example'],
    ['MAIL_SMTP', 'imaps://a:b@acme.example'],
    ['MAIL_SMTP', 'smtps://acme.example/path'],
    ['MAIL_IMAP', 'imaps://imap.acme.example'],
    ['INTERNAL_DOMAINS', 'acme'],
    ['INTERNAL_DOMAINS', '*'],
    ['INTERNAL_DOMAINS', ''],
    ['ALLOWED_RECIPIENTS', '@*'],
    ['CONFIDENTIAL_WORDS', 'a'],
    ['ATTRIBUTION', 'two\nlines'],
    ['NOTIFY_ANN', 'Ann <ann@acme.example>'],
    ['NOTIFY_ANN', 'sms:+4930123456'],
    ['NOTIFY_', 'ann@acme.example'],
    ['MAIL_OAUTH_TOKEN_URL', 'http://login.example/token'],
    ['MAIL_OAUTH_REFRESH_TOKEN', 'two words'],
    ['PATH', '/bin'],
    ['constructor', 'x'],
  ])('%s does not take %s, and does not repeat it', (name, value) => {
    const wrong = wrongSetting(name, value);
    expect(wrong).toEqual(expect.any(String));
    if (value.length > 10) expect(wrong).not.toContain(value);
  });

  it('name the hosts that the process may reach, and no other', () => {
    const settings = {
      MAIL_SMTP: 'smtps://a:b@smtp.acme.example',
      MAIL_IMAP: 'imap://a:b@imap.acme.example',
      MAIL_FROM: 'x@y.example',
    };
    expect(hostsOf(settings)).toEqual(['smtp.acme.example:465', 'imap.acme.example:143']);
    const oauth = { MAIL_OAUTH_TOKEN_URL: 'https://login.example/token' };
    expect(hostsOf({ ...settings, ...oauth })).toContain('login.example:443');
    expect(hostsOf(oauth)).toEqual([]);
    expect([missingAccount(settings), hostsOf({})]).toEqual([null, []]);
    expect(missingAccount({ MAIL_FROM: 'x@y.example' })).toContain('assay kits set communication');
  });

  it('become an account, with the credential decoded', () => {
    const { mail, recipients, attribution } = readSettings({
      MAIL_FROM: 'Shop agent <agent@acme.example>',
      MAIL_SMTP: 'smtps://agent:p%40ss@smtp.acme.example',
      INTERNAL_DOMAINS: 'ACME.example , x.example',
    });
    expect(mail).toEqual({
      from: { name: 'Shop agent', address: 'agent@acme.example' },
      smtp: { host: 'smtp.acme.example', port: 465, secure: true, user: 'agent', password: 'p@ss', tokens: null },
      imap: null,
    });
    expect([recipients.internalDomains, attribution]).toEqual([['acme.example', 'x.example'], 'Sent by an AI agent.']);
    expect(() => readSettings({ MAIL_SMTP: 'ftp://secret' })).toThrow('MAIL_SMTP is not the address of a server.');
    expect(settingNames).toContain('MAIL_FROM');
  });
});
