// Runs its arguments in the foreground.
import { foregroundChild } from 'foreground-child';

const [ending, program, ...args] = process.argv.slice(2);
foregroundChild(program, args, () => (ending === 'own' ? undefined : Number(ending)));
