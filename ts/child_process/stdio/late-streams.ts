import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { loadProcessAddon } from '../../binding/process-addon';
import { isEnabled } from '../../fast-paths';
import { HandleContext } from '../../handle-context';
import { platform } from '../../kept-process';
import { closeSync } from '../../node-builtins/kept-file-functions';
import { mayRefuseSockets } from '../../node-builtins/permission-model';
import { IS_NODE, NODE_MAJOR } from '../../node-version';
import { arrayPop, arraySome } from '../../realm/primordials';
import { adoptSocket } from './adopt-socket';
import { closedSocket } from './closed-socket';
import { currentDomain, outsideDomains } from './outside-domains';
import { drainUnread, type ParentStreams } from './parent-streams';
import type { StdioPlan } from './plan';

/** What takes the output of a stream as soon as there is one. */
interface OutputTaker {
  attach(stream: Readable): void;
}

/**
 * How many bytes of an output are read that nobody has used yet: as many as a stream of the running
 * Node reads before anybody does, so that a child can write as much.
 */
const HIGH_WATER_MARK = (NODE_MAJOR < 22 ? 16 : 64) * 1024;

const STREAMS = 3;

const isPossible = IS_NODE && platform === 'linux' && isEnabled('late-streams');

const { prototype: list } = Array;

/**
 * Whether the streams of a child may be made when they are first used: it has pipes as standard
 * streams, and nothing else beyond descriptors.
 */
export function mayBeLate({ entries, channel }: StdioPlan): boolean {
  return (
    isPossible &&
    // Node leaves an async context by this method. If it throws, what is behind a stream that is
    // made in the child's context would find the contexts in disorder, and Node end the process.
    list.pop === arrayPop &&
    channel === undefined &&
    entries.length === STREAMS &&
    arraySome(entries, ({ type }) => type === 'pipe') &&
    !arraySome(entries, ({ type }) => type === 'wrap') &&
    // A program may give up its right to make sockets before it looks at the streams.
    !mayRefuseSockets()
  );
}

/**
 * The standard streams of a child, each of which is made when the program first uses it: until then
 * the addon holds the parent's end of the pipe, and reads as much as the stream would.
 */
export class LateStreams {
  /** The child. */
  readonly child: object;
  /** Called when one of the streams has ended. */
  readonly #closed: () => void;
  /**
   * That of the spawn, as the handles of Node's pipes have it. Not the child's own resource: before
   * Node 24, what `AsyncLocalStorage.run()` sets in a listener of `'exit'` is kept on that.
   */
  readonly #context = new HandleContext('PIPEWRAP', this);
  /** Whether the spawn was in a domain of `node:domain`, which the context is then in. */
  readonly #hasDomain = currentDomain() != null;
  /** The addon's names for the ends that it holds; 0 for one that is a stream, or closed. */
  readonly #pipes: number[] = [];
  /** `null` where there is no pipe, `undefined` where no stream was made. */
  readonly #streams: (Socket | null | undefined)[] = [];
  #all: ParentStreams | undefined;
  /** Who takes the output of a pipe that is read; `null` for nobody yet. */
  readonly #takers: (OutputTaker | null | undefined)[] = [undefined, undefined, undefined];
  readonly #outputs: (Uint8Array | undefined)[] = [undefined, undefined, undefined];
  /** How many bytes were thrown away. */
  readonly #unused: number[] = [0, 0, 0];
  /** What was collected for the stream that is being made. */
  #bytes: Uint8Array | undefined;
  /** Whether what nobody reads is thrown away. */
  #isDraining = false;
  #isOver = false;
  /** How many outputs are streams, and have not ended. */
  #reading = 0;

  /**
   * @param child - the child
   * @param closed - called when one of the streams has ended
   * @param pipes - the addon's names for the parent's ends; -1 where there is none
   */
  constructor(child: object, closed: () => void, pipes: readonly number[]) {
    this.child = child;
    this.#closed = closed;
    for (let position = 0; position < STREAMS; position++) {
      const pipe = pipes[position] as number;
      const isPipe = pipe > 0;
      this.#pipes[position] = isPipe ? pipe : 0;
      this.#streams[position] = isPipe ? undefined : null;
    }
  }

  /** Whether the addon holds a pipe, and so keeps the event loop alive. */
  hasRef(): boolean {
    return this.holds(0) || this.holds(1) || this.holds(2);
  }

  /** How many of them must end before the child's `'close'`. */
  get count(): number {
    return (this.#pipes[1] === 0 ? 0 : 1) + (this.#pipes[2] === 0 ? 0 : 1);
  }

  /** A stream, which is made if it was not; `null` where there is no pipe. */
  stream(position: number): Socket | null {
    const made = this.#streams[position];
    if (made !== undefined) return made;
    const make = (): Socket => this.#context.runInAsyncScope(() => this.#make(position));
    // A domain that was entered since the spawn would get the exceptions of the stream's listeners.
    const socket = this.#hasDomain ? make() : outsideDomains(make);
    // In the context of who looks at it now: with Node the bytes wait in the stream, and 'data'
    // comes by a listener's `resume()`.
    this.#pushUnused(socket);
    return socket;
  }

  /** All streams, which are made if they were not. */
  all(): ParentStreams {
    this.#all ??= [this.stream(0), this.stream(1), this.stream(2)];
    return this.#all;
  }

  /** Whether the event loop reads an output. */
  get areRead(): boolean {
    return this.#reading > 0;
  }

  /** Whether the addon holds a stream's pipe. */
  holds(position: number): boolean {
    return this.#pipes[position] !== 0;
  }

  /** Begins to read the outputs that nobody has used or collects. */
  readUnused(): void {
    for (let position = 1; position < STREAMS; position++) {
      if (this.holds(position) && this.#takers[position] === undefined) {
        this.collect(position, HIGH_WATER_MARK, null);
      }
    }
  }

  /**
   * Collects what comes from a held pipe: in the addon, for as long as that is not much, and then
   * by its stream.
   *
   * @param position - the child's descriptor
   * @param limit - how many bytes the addon may keep
   * @param taker - gets the stream when it is made, and then all that was collected from that
   */
  collect(position: number, limit: number, taker: OutputTaker | null): void {
    this.#takers[position] = taker;
    const makeStream = (): void => void this.stream(position);
    if (!loadProcessAddon().collectPipe(this.#pipes[position] as number, limit, makeStream)) makeStream();
  }

  /** What was collected of a stream that was never made. */
  output(position: number): Uint8Array | undefined {
    return this.#outputs[position];
  }

  /** Closes the child's input, if the addon holds that. */
  closeInput(): boolean {
    const isHeld = this.holds(0);
    if (isHeld) loadProcessAddon().closePipe(this.#take(0));
    return isHeld;
  }

  /** The child has ended: what nobody reads is thrown away from now on. */
  beginToDrain(): void {
    this.#isDraining = true;
    drainUnread(this.#streams);
  }

  /**
   * Reads the held pipes to their end. One that does not end, since another process has it too,
   * becomes a stream.
   */
  drain(): void {
    let ended = this.#context.runInAsyncScope(() => this.#drain());
    this.#context.emitDestroy();
    // In the context of who drains: 'close' is in what a listener of 'exit' has entered.
    for (; ended > 0; ended--) this.#closed();
  }

  /** @returns how many have ended */
  #drain(): number {
    let ended = 0;
    for (let position = 1; position < STREAMS; position++) {
      if (!this.holds(position)) continue;
      const rest = loadProcessAddon().drainPipe(this.#pipes[position] as number);
      if (rest === false) this.#pushUnused(this.#make(position));
      else {
        this.#take(position);
        if (rest !== true && this.#takers[position]) this.#outputs[position] = rest;
        else if (rest !== true) this.#unused[position] = rest.length;
        ended++;
      }
    }
    this.#isOver = true;
    return ended;
  }

  #take(position: number): number {
    const pipe = this.#pipes[position] as number;
    this.#pipes[position] = 0;
    return pipe;
  }

  #make(position: number): Socket {
    const isReadable = position > 0;
    if (!this.holds(position)) {
      const bytesRead = this.#outputs[position]?.length ?? (this.#unused[position] as number);
      const closed = closedSocket(isReadable, bytesRead, !this.#isOver);
      this.#streams[position] = closed;
      return closed;
    }
    const addon = loadProcessAddon();
    const taker = this.#takers[position];
    const pipe = this.#take(position);
    const bytes = taker === undefined ? undefined : addon.collectedFromPipe(pipe);
    const descriptor = addon.takePipe(pipe);
    let socket: Socket;
    try {
      socket = adoptSocket(descriptor, isReadable);
    } catch (error) {
      closeSync(descriptor);
      if (isReadable) process.nextTick(() => this.#closed());
      throw error;
    }
    this.#streams[position] = socket;
    if (!isReadable) return socket;
    this.#reading++;
    socket.on('close', () => {
      this.#reading--;
      this.#closed();
    });
    if (taker) {
      taker.attach(socket);
      if (bytes !== undefined && bytes.length > 0) socket.push(bytes);
    } else {
      this.#bytes = bytes;
      if (this.#isDraining) socket.resume();
    }
    return socket;
  }

  /** Gives a new stream what came before anybody used it. */
  #pushUnused(socket: Socket): void {
    const bytes = this.#bytes;
    this.#bytes = undefined;
    if (bytes !== undefined && bytes.length > 0) socket.push(bytes);
  }
}
