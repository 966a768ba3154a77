import { lazySchema, strict, texts, valueClass, type Schema } from "./schema.js";

/** Conditions in plain language on the whole conversation or answer, for a judge to decide one by one. */
export interface Expectations {
  /** What must have happened. */
  readonly must?: readonly string[];
  /** What must not have happened. */
  readonly mustNot?: readonly string[];
  /** Name of the model that judges these. Absent: the run's judge. */
  readonly model?: string;
}

export const expectationsSchema: Schema<Expectations> = lazySchema((z) =>
  strict<Expectations>(z, {
    must: texts(z).optional(),
    mustNot: texts(z).optional(),
    model: z.string().optional(),
  }),
);

export const Expectations = valueClass<Expectations, Expectations>("Expectations", expectationsSchema);
