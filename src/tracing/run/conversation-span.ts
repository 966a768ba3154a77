import { ROOT_CONTEXT, SpanStatusCode, type Link, type Span, type SpanContext } from "@opentelemetry/api";
import { own } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { allowedText } from "../observe/capture.js";
import { connect } from "../provider/prepare.js";
import { ownTracer } from "../provider/own-tracer.js";
import { conversationKey, rememberSpan } from "./heard-spans.js";
import { noteConversation } from "./late-calls.js";

export interface ConversationAbout {
  readonly conversationId: string;
  /** Id of the golden that it is played from. */
  readonly golden: string;
  /** From 1. */
  readonly trial: number;
}

/** Why a conversation ended. */
export interface ConversationEnding {
  readonly by: string;
  readonly reason: string;
  /** It broke off. */
  readonly broke: boolean;
}

/**
 * A simulated conversation as a span in the user's own backend. Each of its turns is a trace of its own, by which spans
 * and verdicts of other turns are kept apart, so they are linked to it both ways instead of lying within it.
 */
export class ConversationSpan {
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
  }

  /** What a turn's span starts with. */
  get link(): Link {
    return { context: this.#span.spanContext(), attributes: { "rehearsal.link": "conversation" } };
  }

  noteTurn(context: SpanContext, turnId: string | undefined): void {
    const attributes = { "rehearsal.link": "turn", ...(turnId !== undefined && { [own.turn]: turnId }) };
    quietly("linking a turn", () => this.#span.addLink({ context, attributes }));
  }

  end({ by, reason, broke }: ConversationEnding): void {
    quietly("ending a conversation's span", () => {
      // Users quote the agent where they say why they end, and errors quote what they are about.
      const words = allowedText(reason);
      this.#span.setAttributes({ [own.endedBy]: by, ...(words !== undefined && { [own.endReason]: words }) });
      if (broke) this.#span.setStatus({ code: SpanStatusCode.ERROR, message: words ?? by });
      this.#span.end();
    });
  }
}

/** Undefined: nobody would see it. Never throws. */
export function startConversation(about: ConversationAbout): ConversationSpan | undefined {
  noteConversation(about.conversationId, "under way");
  return quietly("starting a conversation's span", () => {
    connect();
    const attributes = {
      [own.kind]: "turn",
      "gen_ai.conversation.id": about.conversationId,
      [own.golden]: about.golden,
      [own.trial]: about.trial,
    };
    const span = ownTracer().startSpan("rehearsal.conversation", { root: true, attributes }, ROOT_CONTEXT);
    if (!span.isRecording()) return undefined;
    rememberSpan(conversationKey(about.conversationId), span.spanContext());
    return new ConversationSpan(span);
  });
}
