/**
 * An HTTP tool server for the gateway's benchmarks: `/echo` answers at once, `/slow` after `ms`, `/flap` is well and sick
 * by turns: sick, it answers 503, cuts the connection, or keeps silent. `PORT` is where it listens.
 */
import { createServer } from 'node:http';

const turnMs = 250;

const answers = {
  '/echo': (response, { message }) => reply(response, { text: `Echo: ${message}` }),
  '/slow': (response, { message, ms }) => void setTimeout(() => reply(response, { text: `Echo: ${message}` }), ms),
  '/flap': (response, { message }) => {
    const turn = Math.floor(performance.now() / turnMs);
    if (turn % 2 === 0) return reply(response, { text: `Echo: ${message}` });
    const sickness = Math.floor(turn / 2) % 3;
    if (sickness === 0) return response.writeHead(503).end();
    if (sickness === 1) return response.destroy();
    return undefined;
  },
};

const reply = (response, body) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    const answer = answers[request.url];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, body);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
