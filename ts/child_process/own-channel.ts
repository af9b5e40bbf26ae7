/**
 * What a forked child loads at its start: a bundle of its own (`scripts/build/bundle-table.mjs`),
 * since few children use their channel at once, and some never do.
 */
import { AsyncResource } from 'node:async_hooks';
import { mayTakeChannelOver } from '../binding/process-backend-switch';
import { defineProperty } from '../define-property';
import { process } from '../main-realm';
import { onFirstLook } from '../node-builtins/first-look';
import { apply, assign } from '../primordials';
import { processState } from '../process-state';
import type { ChannelTarget } from './ipc/channel-target';
import type { Control } from './ipc/control';
import { countedListeners } from './ipc/counted-events';
import { findNodeChannel } from './ipc/node-channel';

/** Methods that programs call on Node's object, and that must have their effect on ours. */
type ReferenceMethod = 'ref' | 'unref' | 'refCounted' | 'unrefCounted';

/** Methods that a program may have wrapped in functions of its own. */
const METHODS = ['send', '_send', 'disconnect', '_disconnect'] as const;
type Methods = Pick<ChannelTarget, (typeof METHODS)[number]>;

/**
 * Puts our end of the channel in the place of Node's own as soon as there is traffic: before the
 * first message that this process sends, or reads. Until then Node's end costs nothing more. To be
 * called before the event loop has run.
 *
 * @returns whether that will be done: not without a channel, nor when Node has read from it already
 */
function takeChannelOverOnTraffic(): boolean {
  // The addon watches our end.
  if (!mayTakeChannelOver()) return false;
  const channel = findNodeChannel();
  if (channel === undefined) return false;
  const target = process as unknown as ChannelTarget;
  const nodes = target.channel as unknown as Control;
  let below = target._send as NonNullable<ChannelTarget['_send']>;
  let ours: Control | undefined;
  let isOver = false;

  // A program may call these before and after, and may have taken the object out before.
  function untilOver(name: ReferenceMethod, note: () => void): void {
    const original = nodes[name];
    defineProperty(nodes, name, {
      value: function method(this: Control) {
        if (ours !== undefined) return ours[name]();
        note();
        return original.call(this);
      },
      configurable: true,
      writable: true,
    });
  }
  let explicit: 'ref' | 'unref' | undefined;
  for (const name of ['ref', 'unref'] as const) {
    untilOver(name, () => {
      explicit = name;
    });
  }
  // Node's listeners call these for each listener of the program, too.
  let references = countedListeners();
  untilOver('refCounted', () => {
    references += 1;
  });
  untilOver('unrefCounted', () => {
    references -= 1;
  });

  // What comes from the channel has the context of this moment.
  const resource = new AsyncResource('CHILDPROCESSCHANNEL', { requireManualDestroy: true });
  function takeOver(): boolean {
    if (isOver || channel === undefined || !channel.isIdle()) return false;
    isOver = true;
    const before = methodsOf(target);
    ours = resource.runInAsyncScope(() => {
      const { takeChannelOver } = require('./channels') as typeof import('./channels');
      return takeChannelOver(channel, references);
    });
    processState.hasOurChannel = ours !== undefined;
    if (ours === undefined) return false;
    below = target._send as typeof below;
    for (const name of METHODS) if (before[name] !== atStart[name]) assign(target, { [name]: before[name] });
    if (explicit !== undefined) ours[explicit]();
    return true;
  }

  function send(this: ChannelTarget, ...args: Parameters<NonNullable<ChannelTarget['_send']>>): boolean {
    takeOver();
    return apply(below, this, args) as boolean;
  }

  target._send = send;
  const atStart = methodsOf(target);
  channel.insteadOfReading(takeOver);
  return true;
}

function methodsOf({ send, _send, disconnect, _disconnect }: ChannelTarget): Methods {
  return { send, _send, disconnect, _disconnect } as Methods;
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { onFirstLook, takeChannelOverOnTraffic };
