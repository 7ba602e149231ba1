/** The least a Node server can do: parse a JSON body and echo it. Shows what the load generator itself allows. */
import { createServer } from 'node:http';

createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { message } = body === '' ? {} : JSON.parse(body);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: `Echo: ${message}` }));
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
