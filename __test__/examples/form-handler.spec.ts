import querystring from 'node:querystring';
import test, { type ExecutionContext } from 'ava';
import { Example } from './program';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

async function start(t: ExecutionContext) {
  const server = new Example(t, 'form-handler', [], { env: { ...process.env, PORT: '0' } });
  const [, url] = await server.prints(/(http:\S+)\n/);
  const post = async (body: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(`${url}order`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json', ...headers },
      body,
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  return { server, url: url as string, post };
}

const NOTHING = { note: '', toppings: [], newsletter: false, sizes: {} };

test('what a browser sends: lists, empty fields, +, brackets, line ends', async (t) => {
  const { post } = await start(t);
  const body =
    '_charset_=UTF-8&name=J%C3%BCrgen+O%27Neil&topping%5B%5D=ham+%26+cheese&topping%5B%5D=a%2Bb' +
    '&size%5Bpizza%5D=large&size%5Bsalad%5D=small&note=one%0D%0Atwo&newsletter=on';
  const expected = {
    name: "Jürgen O'Neil",
    note: 'one\ntwo',
    toppings: ['ham & cheese', 'a+b'],
    newsletter: true,
    sizes: { pizza: 'large', salad: 'small' },
  };
  t.deepEqual((await post(body)).json, expected);
  // One box, and none.
  t.deepEqual((await post('name=a&topping[]=olives&note=')).json, { ...NOTHING, name: 'a', toppings: ['olives'] });
  t.deepEqual((await post('name=a')).json, { ...NOTHING, name: 'a' });
  // URLSearchParams writes forms as browsers do.
  const random = String(
    new URLSearchParams([
      ['name', 'ä &=+%🦀'],
      ['topping[]', '100 %'],
      ['topping[]', ''],
    ]),
  );
  t.deepEqual((await post(random)).json, { ...NOTHING, name: 'ä &=+%🦀', toppings: ['100 %', ''] });
  // A malformed escape stays, as Node's own module leaves it.
  t.is((await post('name=%zz')).text.includes(querystring.parse('name=%zz').name as string), true);
});

test('the encoding of the page is that of the field _charset_', async (t) => {
  const { post } = await start(t);
  const name = async (body: string) => (await post(body)).json as { name: string };
  t.like(await name('_charset_=windows-1252&name=J%FCrgen'), { name: 'Jürgen' });
  t.like(await name('_charset_=Shift_JIS&name=%93%FA%96%7B'), { name: '日本' });
  t.like(await name('_charset_=Shift_JIS&name=%93%FA%96{'), { name: '日本' }); // a byte that is no letter by itself
  t.like(await name('name=J%C3%BCrgen&_charset_='), { name: 'Jürgen' });
  const { status, text } = await post('_charset_=klingon&name=a');
  t.deepEqual([status, text], [415, 'The encoding klingon is unknown\n']);
});

test('names that objects have by themselves do no harm', async (t) => {
  const { post } = await start(t);
  const { status, json } = await post('name=a&__proto__=x&constructor=y&size%5B__proto__%5D=large');
  t.is(status, 200);
  t.deepEqual(Object.entries((json as { sizes: object }).sizes), [['__proto__', 'large']]);
});

test('too many fields or bytes, another type, or a missing name are refused', async (t) => {
  const { post } = await start(t);
  const fields = (count: number) => `name=a${'&x=1'.repeat(count - 1)}`;
  t.is((await post(fields(100))).status, 200);
  t.like(await post(fields(101)), { status: 413, text: 'More than 100 fields\n' });
  t.like(await post(`name=${'a'.repeat(70_000)}`), { status: 413, text: 'More than 65536 bytes\n' });
  t.is((await post('name=a', { 'Content-Type': 'text/plain' })).status, 415);
  t.is((await post('name=+')).status, 422);
  t.is((await post('name=a&name=b')).status, 422);
});

test('the page has the form, the answer in a page is escaped, and a signal ends it', async (t) => {
  const { server, url, post } = await start(t);
  t.regex(await (await fetch(url)).text(), /<input type="hidden" name="_charset_">/);
  const { text } = await post('name=%3Cscript%3E', { Accept: 'text/html' });
  t.regex(text, /&lt;script>/);
  t.notRegex(text, /<script/);
  t.is((await fetch(`${url}missing`)).status, 404);
  server.child.kill('SIGTERM');
  t.deepEqual(await server.ended, { code: 0, signal: null });
});
