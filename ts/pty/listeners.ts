import type { IEvent } from './types';

/** Who listens to one event. */
export class Listeners<Value> {
  #listeners: readonly ((value: Value) => unknown)[] = [];

  /** Adds a listener. */
  readonly event: IEvent<Value> = (listener) => {
    this.#listeners = [...this.#listeners, listener];
    return { dispose: () => this.#remove(listener) };
  };

  /** Calls all that listen now. */
  fire(value: Value): void {
    for (const listener of this.#listeners) listener(value);
  }

  #remove(listener: (value: Value) => unknown): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners = this.#listeners.filter((_, position) => position !== index);
  }
}
