// What a program replaces of its process while it runs: a built-in, which is another one
// while the module is called; and the timers.
'use strict';
const { apply } = Reflect;
const timers = require('node:timers');

/** A built-in that is replaced. */
exports.Patch = class Patch {
  #active = false;
  #restore = () => {};

  /**
   * @param {{ name: string, mode: 'calls' | 'calls the module' | 'throws' | 'returns nothing' } |
   *   undefined} plan `calls`: it does what the built-in does; the second calls the module besides
   * @param {() => void} reenter calls the module
   */
  constructor(plan, reenter) {
    if (!plan) return;
    const names = plan.name.split('.');
    const owner = names.slice(0, -1).reduce((object, name) => object[name], globalThis);
    const property = names.at(-1);
    const descriptor = Object.getOwnPropertyDescriptor(owner, property);
    const original = descriptor.value;
    const { mode } = plan;
    const patch = this;
    const isActive = () => patch.#active && mode !== 'calls';
    function replaced(...args) {
      if (!isActive()) return new.target ? Reflect.construct(original, args) : apply(original, this, args);
      if (mode === 'calls the module') {
        patch.#active = false;
        reenter();
        return new.target ? Reflect.construct(original, args) : apply(original, this, args);
      }
      if (mode === 'throws') throw new Error(`${plan.name} was called`);
      return undefined;
    }
    Object.defineProperty(owner, property, { ...descriptor, value: replaced });
    this.#restore = () => Object.defineProperty(owner, property, descriptor);
  }

  /** Calls the module, with the replaced built-in. */
  inside(call) {
    return this.#with(true, call);
  }

  /** Runs the program's own code, with the plain one. */
  outside(call) {
    return this.#with(false, call);
  }

  remove() {
    this.#restore();
  }

  #with(active, call) {
    const before = this.#active;
    this.#active = active;
    try {
      return call();
    } finally {
      this.#active = before;
    }
  }
};

const NAMES = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'];

/**
 * Fakes the timers.
 *
 * @param {'replaced' | 'mocked' | undefined} way by functions that never call back, or by those of
 *   `node:test`
 * @returns {() => void} takes them away
 */
exports.fakeTimers = function fakeTimers(way) {
  if (way === 'mocked') {
    const { mock } = require('node:test');
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] });
    mock.timers.tick(100_000);
    return () => mock.timers.reset();
  }
  if (way !== 'replaced') return () => {};
  const owners = [globalThis, timers];
  const originals = owners.map((owner) => NAMES.map((name) => owner[name]));
  for (const owner of owners) for (const name of NAMES) owner[name] = () => ({ fake: true, ref() {}, unref() {} });
  return () => {
    owners.forEach((owner, place) => {
      NAMES.forEach((name, index) => {
        owner[name] = originals[place][index];
      });
    });
  };
};
