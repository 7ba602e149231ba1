import { expect, it } from '@jest/globals';
import { findPrivateAddresses, settingsOf } from './find-addresses.js';

const found = (args: string[], env: Record<string, string> = {}) => findPrivateAddresses(settingsOf(args, env));

// arguments, environment, addresses
it.each<[string[], Record<string, string>, string[]]>([
  [['postgresql://ann:p%40ss@127.0.0.1:5433/shop'], {}, ['127.0.0.1:5433']],
  [['postgres://localhost/shop'], {}, ['localhost:5432']],
  [['--url=redis://10.0.0.5'], {}, ['10.0.0.5:6379']],
  [['--url', 'http://api.internal/v1'], {}, ['api.internal:80']],
  [['mysql+pymysql://u:p@db:3307/x'], {}, ['db:3307']],
  [['mongodb://a.local:1,b.example:2,c.local:3'], {}, ['a.local:1', 'c.local:3']],
  [['localhost:9200'], {}, ['localhost:9200']],
  [['host=127.0.0.1 port=5499 dbname=x'], {}, ['127.0.0.1:5499']],
  [['--db-host', 'localhost', '--db-port', '5544'], {}, ['localhost:5544']],
  [[], { PGHOST: '127.0.0.1', PGPORT: '5545' }, ['127.0.0.1:5545']],
  [[], { MYSQL_HOST: '192.168.1.9' }, ['192.168.1.9:3306']],
  [[], { BASE_URL: 'http://[::1]:8080/x' }, ['[::1]:8080']],
  [['https://api.example.com', 'http://8.8.8.8', 'http://169.254.169.254/latest'], {}, []],
  [['localhost', '/path:80', 'words: none', ''], {}, []],
])('finds in %j %j the private addresses %j', (args, env, expected) => {
  expect(found(args, env)).toEqual(expected);
});

it('lists each address once', () => {
  expect(found(['http://localhost:1/a', 'http://localhost:1/b'])).toEqual(['localhost:1']);
});
