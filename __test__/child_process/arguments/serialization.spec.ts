import test from 'ava';
import { NODE, writes } from '../../support/portable';
import { thrownBy } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

test("serialization: 'advanced' has no effect on a child without a channel", async (t) => {
  await sameAsNode(t, async ({ execFile, spawn }) => {
    const [file, args] = writes('output');
    const code = await new Promise((resolve) => {
      spawn(file, args, { serialization: 'advanced', stdio: 'ignore' }).on('exit', resolve);
    });
    const output = await new Promise((resolve) => {
      // Programs pass it to functions, too, whose types do not have it.
      const options = { serialization: 'advanced' } as object;
      execFile(file, args, options, (error, stdout) => resolve([error, stdout]));
    });
    return [code, output];
  });
});

test('an unknown serialization is refused, with a channel and without', async (t) => {
  await sameAsNode(t, ({ spawn }) =>
    [['pipe'], ['pipe', 'pipe', 'pipe', 'ipc']].map((stdio) =>
      thrownBy(() => spawn(NODE, [], { serialization: 'binary', stdio } as object)),
    ),
  );
});
