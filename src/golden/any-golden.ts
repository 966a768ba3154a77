import type { ConversationalGolden, ConversationalGoldenInput } from "./conversational-golden.js";
import type { Golden, GoldenInput } from "./golden.js";

export type AnyGolden = Golden | ConversationalGolden;
export type AnyGoldenInput = GoldenInput | ConversationalGoldenInput;

export const isConversationalGolden = (golden: AnyGolden): golden is ConversationalGolden => "scenario" in golden;
