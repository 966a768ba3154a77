/** The options of `rehearsal doctor`, as commander gives them. */
export interface DoctorFlags {
  readonly agent?: string;
  readonly input?: string;
  readonly json?: true;
}
