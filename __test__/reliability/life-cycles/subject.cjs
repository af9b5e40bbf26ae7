// One child of a program: what is known of it, and what may be done to it at a moment without
// making a matter of luck of what comes.
'use strict';

/** A listener that answers each message of a child that sends all back would never end. */
const MOST_MESSAGES = 20;

exports.Subject = class Subject {
  /** Is `running` until something ends it, `ending` then, and `ended` when its end was seen. */
  state = 'running';
  /** In which turn its end began. */
  turn = -1;
  /** The child; `undefined` when the call threw. */
  child = undefined;
  controller = new AbortController();
  isReady = false;
  /** Whether the program has waited until it was ready. */
  wasAwaited = false;
  /** Whether its exit was seen; it may have been seen by luck. */
  isOver = false;
  isClosed = false;
  /** With one of the modules `'close'` does not come, which `docs/deviations.md` says. */
  closeMayNotCome = false;
  isDisconnected = false;
  hasSpawned = false;
  /** Messages that were sent and are to come back, and those that came. */
  sent = 0;
  /** Whether anything was sent, also what does not come back as a message. */
  hasSent = false;
  came = 0;
  text = '';
  /** How much of its output comes is a matter of luck. */
  outputIsUncertain = false;
  messagesAreUncertain = false;
  /** Nothing but the code of an error is sure. */
  isLoose = false;

  constructor(step, turn) {
    this.step = step;
    this.id = step.id;
    const { timeout, maxBuffer, stdio } = plain(step.options);
    const hasChannel = step.call === 'fork' || (Array.isArray(stdio) && stdio.includes('ipc'));
    this.kind = hasChannel || !step.kind.channel ? step.kind : withoutChannel(step.kind);
    const hasShortTime = timeout > 0 && timeout < 1000;
    if (hasShortTime) this.outputIsUncertain = true;
    if (hasShortTime || this.kind.ends === 'at once') this.end(turn);
    this.isLoose = maxBuffer <= 5;
    this.echoes = this.kind.ends === 'with the channel';
  }

  /** Whether an option is there that the module sees. */
  hasOption(name) {
    return plain(this.step.options)[name] !== undefined;
  }

  end(turn) {
    if (this.state !== 'running') return;
    this.state = 'ending';
    this.turn = turn;
  }

  /** Whether its exit is over, even when nobody was notified. */
  get hasExited() {
    return this.isOver || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Whether its state is sure now. */
  isCertain(turn) {
    return this.state !== 'ending' || this.turn === turn;
  }

  allows({ act, stream, message, signal }, turn) {
    const { kind, state } = this;
    const ended = state === 'ended';
    switch (act) {
      case 'kill':
        if (ended || !isReal(signal)) return this.isCertain(turn);
        // Node that has started opens its inspector at SIGUSR1.
        if (signal === 10 && kind.script === 'a program of Node') return false;
        return state === 'running';
      case 'dispose':
      case 'abort':
      case 'write':
      case 'end input':
        return state === 'running' || ended;
      case 'destroy':
        if (stream === 'stdin') return state === 'running' || ended;
        // A child that writes would be killed by it, sooner or later.
        return ended || (state === 'running' && kind.ends === 'by a signal' && (!kind.ready || this.wasAwaited));
      case 'send':
        if (ended) return true;
        if (this.sent >= MOST_MESSAGES) return false;
        if (message?.$ === 'long text') return state === 'running' && this.echoes;
        return state === 'running' && (this.echoes || kind.ends === 'by a signal');
      case 'disconnect':
        return ended || (state === 'running' && (this.echoes || kind.ends === 'by a signal'));
      case 'look':
        return !this.isLoose && this.isCertain(turn);
      case 'pause':
        // A child that writes much waits then.
        return !kind.script.startsWith('head') && this.isCertain(turn);
      case 'channel methods':
      case 'remove listeners':
        return this.isCertain(turn);
      default:
        return true;
    }
  }

  /** What a program sees of the child itself. */
  look() {
    const { killed, exitCode, signalCode, connected, pid } = this.child;
    const streams =
      this.isClosed && this.state === 'ended' && !this.closeMayNotCome
        ? this.child.stdio?.map((stream) => stream?.destroyed)
        : undefined;
    return { killed, exitCode, signalCode, connected, ran: pid !== undefined, streams };
  }
};

/** One that talks by its channel ends when it does not find it. */
function withoutChannel(kind) {
  return { ...kind, ends: kind.ends === 'with the channel' ? 'at once' : kind.ends, channel: false };
}

/** The options as the module finds them, whatever shape they have: it looks for their own only. */
function plain(options) {
  if (options?.$ === 'shaped' && options.shape === 'inherited') return {};
  const given = options?.$ === 'shaped' ? options.value : (options ?? {});
  const read = (value) => (value?.$ === 'getter' ? value.value : value);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, read(value)]));
}

function isReal(signal) {
  return ['SIGTERM', 'SIGKILL', 'sighup', 2, 10].includes(signal) || signal?.$ === 'undefined';
}
