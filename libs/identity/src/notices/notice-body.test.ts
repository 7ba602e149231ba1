import { aNotice, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { noticeBody, pingBody } from './notice-body.js';

const at = Date.UTC(2026, 10, 22, 1, 2, 3, 4);

describe('the body of a webhook', () => {
  it('has type, timestamp and data, as Standard Webhooks requires', () => {
    const notice = aNotice([aPrincipal()], { details: { successor: '2.0.0' } });
    const { subject, text, details } = notice;
    expect(JSON.parse(noticeBody(notice, [{ principalId: 'principal-ann' }], at))).toEqual({
      type: 'version.deprecated',
      timestamp: '2026-11-22T01:02:03.004Z',
      data: { subject, text, details, principals: ['principal-ann'] },
    });
  });

  it('has the links of the recipients who got one', () => {
    const recipients = [{ principalId: 'ann', link: 'http://assay/l' }, { principalId: 'bot' }];
    expect(JSON.parse(noticeBody(aNotice([aPrincipal()]), recipients, at)).data).toMatchObject({
      principals: ['ann', 'bot'],
      links: { ann: 'http://assay/l' },
    });
  });

  it('marks a ping as a test without an event', () => {
    expect(JSON.parse(pingBody('w', at))).toMatchObject({ type: 'ping', data: { subject: 'w' } });
  });
});
