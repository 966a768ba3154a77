/** What came of all that was sent. Spans and log records count alike where nothing else is said. */
export interface ReceiverStats {
  /** Exports that were taken, in part at least. */
  readonly exports: number;
  /** Requests that were answered with an error. */
  readonly refused: number;
  /** Requests whose sender went away. */
  readonly aborted: number;
  readonly spans: number;
  readonly logRecords: number;
  /** Of both: given to a turn under way. */
  readonly joined: number;
  /** Came after their turn had ended. */
  readonly late: number;
  /** Named a turn of another process, or a conversation whose turns they can't be told apart by. */
  readonly elsewhere: number;
  /** Held now, since their turn is not known (yet). */
  readonly unclaimed: number;
  /** Were unclaimed until there was no more room or time for them. */
  readonly dropped: number;
  /** Damaged, or too many. The sender was told. */
  readonly rejected: number;
}
