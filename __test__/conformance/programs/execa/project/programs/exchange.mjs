import { getEachMessage, getOneMessage, sendMessage } from 'execa';

const first = await getOneMessage();
await sendMessage({ first });
for await (const message of getEachMessage()) {
  if (message === 'end') break;
  await sendMessage(message);
}
