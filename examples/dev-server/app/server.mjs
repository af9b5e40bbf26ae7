/** The program that `main.mjs` runs when it is given no other: edit the greeting while it runs. */
import { createServer } from 'node:http';

const greeting = 'Hello';

const server = createServer((_, response) => response.end(`${greeting} from process ${process.pid}\n`));
server.listen(Number(process.env.PORT ?? 8080), 'localhost', () => {
  console.log(`http://localhost:${server.address().port}/`);
});
