/** Where a figure lies with the stated confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}
