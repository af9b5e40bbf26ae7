import { getOneMessage, sendMessage } from 'execa';

await sendMessage(await getOneMessage());
