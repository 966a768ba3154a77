import type { RunStore } from "../run/run-store.js";
import { addRemote, localSpans, removeRemote, type Remote } from "../run/remotes.js";
import { lateSentence } from "./ended-runs.js";
import { Intake } from "./intake.js";
import { missingNotes, sooner } from "./missing-notes.js";
import { Quiet } from "./quiet.js";
import { receiverSettings, type OtlpReceiverOptions, type ReceiverSettings } from "./receiver-options.js";
import type { ReceiverStats } from "./receiver-stats.js";
import { exportHandler, type HandlerCounts } from "./export-handler.js";
import { startServer } from "./server.js";
import { Settling } from "./settling.js";
import { looksWhole, standingOf, type Standing } from "./standing.js";
import { Uploads } from "./uploads.js";

import type { OtlpReceiver } from "./otlp-receiver.js";

/** Does what `createOtlpReceiver` says. */
export async function openReceiver(options: OtlpReceiverOptions): Promise<OtlpReceiver> {
  const settings = receiverSettings(options);
  const counts: HandlerCounts = { exports: 0, refused: 0, aborted: 0 };
  const quiet = new Quiet(settings);
  const intake = new Intake(settings, (ended) => quiet.learn(ended));
  const uploads = new Uploads();
  const isWhole = (run: RunStore): boolean => looksWhole(standing(run, intake));
  const settling = new Settling({ ...settings, quiet, uploads, isWhole });
  const server = await startServer(settings, exportHandler({ settings, counts, intake, uploads, settling }));
  const { url } = server;
  const stats = (): ReceiverStats => statsOf(counts, intake);
  const remote = remoteFor({ settings, quiet, intake, settling, url, stats });
  addRemote(remote);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    removeRemote(remote);
    settling.leave();
    await server.close();
    warnOfLate(intake, settings.settleMs);
    warnOfSilent(intake);
  };
  return {
    url,
    endpoint: `${url}/v1/traces`,
    logsEndpoint: `${url}/v1/logs`,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_BLRP_SCHEDULE_DELAY: "100",
      OTEL_METRICS_EXPORTER: "none",
    },
    stats,
    close: () => (closing ??= close()),
  };
}

interface RemotePorts {
  readonly settings: ReceiverSettings;
  readonly quiet: Quiet;
  readonly intake: Intake;
  readonly settling: Settling;
  readonly url: string;
  readonly stats: () => ReceiverStats;
}

function remoteFor({ settings, quiet, intake, settling, url, stats }: RemotePorts): Remote {
  const waited = new WeakSet<RunStore>();
  return {
    settle: (run) => {
      waited.add(run);
      return settling.settle(run);
    },
    missing: (run, trace) =>
      missingNotes(
        {
          standing: standing(run, intake),
          came: run.received.size,
          refused: run.received.refused,
          waitedMs: waited.has(run) ? settings.settleMs : undefined,
          doubtful: intake.isDoubtful(run),
          url,
          stats: stats(),
          late: intake.ended.last,
          before: intake.ended.lateBefore(run),
          settleMs: settings.settleMs,
        },
        trace,
      ),
    leave: (run) => {
      settling.leave(run);
      const [hasWaited, isWhole] = [waited.has(run), looksWhole(standing(run, intake))];
      intake.end(run, hasWaited && !isWhole, hasWaited && isWhole ? quiet.ms : undefined);
    },
  };
}

/** What came after the last turn could be told of no turn. */
function warnOfLate({ counts, ended }: Intake, settleMs: number): void {
  const { last } = ended;
  if (counts.late === 0 || last === undefined) return;
  process.emitWarning(
    `createOtlpReceiver: ${lateSentence(counts.late, last)}, so the traces of those turns were taken without them: ${sooner(settleMs, last)}.`,
    {
      type: "RehearsalWarning",
      code: "REHEARSAL_LATE_SPANS",
    },
  );
}

/** Nothing that can be mended is known of who never sent a span, so nothing waits for them; but somebody may know better. */
function warnOfSilent({ hops: { silent } }: Intake): void {
  if (silent.size === 0) return;
  const shapes = [...silent].map(([shape, count]) => (count === 1 ? shape : `${shape} (${String(count)} times)`));
  const shown = shapes.slice(0, 5).join(", ") + (shapes.length > 5 ? ", …" : "");
  process.emitWarning(
    `createOtlpReceiver: no span came from the other end of ${shown}. If tools run there, the traces lack them without a ` +
      "word: let that service export here, and before the receiver is closed. Else there is nothing to do.",
    { type: "RehearsalWarning", code: "REHEARSAL_SILENT_SERVICE" },
  );
}

const standing = (run: RunStore, { hops }: Intake): Standing =>
  standingOf(run.ids, run.received.spans, new Set(localSpans(run).map(({ spanId }) => spanId)), hops);

function statsOf(counts: HandlerCounts, { counts: taken, foreign }: Intake): ReceiverStats {
  const { noRoom, ...told } = taken;
  return { ...counts, ...told, unclaimed: foreign.unclaimed, dropped: foreign.dropped + noRoom };
}
