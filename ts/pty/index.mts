import pty from './imported.js';
import type { Pty } from './types.js';

// With its type from the interface, an export has the interface's text in editors.
export const spawn: Pty['spawn'] = pty.spawn;
export type * from './types.js';
export default pty;
