/** What a child has used, in the units of `process.resourceUsage()`. */
export interface ResourceUsage extends NodeJS.ResourceUsage {
  /** Microseconds from the start of its program until this process noticed its end. */
  wallClockTime: number;
}
