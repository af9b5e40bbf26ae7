/** What both sides do; `log` writes what the other side shall not see. */
export interface Scenario {
  readonly title: string;
  readonly child: string;
  /** Besides noting each message, and the end of the child. */
  readonly parent: string;
  /** Why Node's own end does otherwise. */
  readonly unlikeNode?: string;
  /** Why it says nothing with `serialization: 'advanced'`. */
  readonly jsonOnly?: string;
  /** Whether it goes by when frames leave: to some versions of Node they wait to be read. */
  readonly isOfDeparture?: boolean;
  /** Whether our end, put in the place of Node's at once, does not see all messages. */
  readonly isUnlikeOff?: boolean;
}
