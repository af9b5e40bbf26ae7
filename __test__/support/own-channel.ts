import { testWhere } from './test-where';

const { RT_STD_BACKEND } = process.env;
const IS_NODES = RT_STD_BACKEND === 'node' || (process.platform === 'win32' && RT_STD_BACKEND !== 'native');

/**
 * Declares a test whose program Node's own end of the channel would not survive: it is skipped
 * where Node's module starts the processes.
 */
export const testOwnChannel = testWhere(!IS_NODES, "Node's end of the channel hangs or throws");
